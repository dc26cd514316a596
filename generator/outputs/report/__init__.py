"""The simulation report: figures, plots and tables on one HTML page."""
