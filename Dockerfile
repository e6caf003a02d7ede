FROM python:3.11-slim
RUN useradd --create-home --home-dir /srv/rookery rookery
WORKDIR /srv/rookery
COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/base.txt
COPY --chown=rookery . .
RUN python -m config.translations && install --directory --owner=rookery var
USER rookery
ENV BIND=0.0.0.0
EXPOSE 8000
CMD ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi:application"]
