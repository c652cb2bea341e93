"""Sites of a course, made with MkDocs, Sphinx and Jupyter Book, for the tests of embedding."""
