"""What `make bench` measures, each figure against its peer in the same run. Nothing here is part of the site."""
