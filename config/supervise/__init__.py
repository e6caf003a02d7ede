"""`python -m config.supervise`: everything that makes a site, started, watched and stopped together."""
