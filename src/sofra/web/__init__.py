"""The service with its pages: HTTP in, HTML or JSON out."""
