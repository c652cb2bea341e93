"""What a person sees and how messages travel: the only place that knows Panel and Bokeh."""
