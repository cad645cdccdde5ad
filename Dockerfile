# syntax=docker/dockerfile:1
# Elftafel in a container: docker build -t elftafel . && docker run -p 1111:1111 -v elftafel:/data elftafel

FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/elftafel
# The packages first: they change less often than our own sources.
COPY pyproject.toml ./
RUN python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; more = p["optional-dependencies"]; print("\n".join(x for x in p["dependencies"] + more["server"] + more["postgresql"] if not x.startswith("elftafel")))' > packages.txt \
    && /opt/elftafel/bin/pip install --no-cache-dir -r packages.txt
COPY README.md LICENSE ./
COPY docs/protocol.md docs/protocol.md
COPY src src
RUN /opt/elftafel/bin/pip install --no-cache-dir ".[postgresql]"

FROM python:3.13-slim
RUN useradd --uid 1111 --no-create-home --home-dir /data elftafel && install -d -o elftafel -g elftafel -m 700 /data
COPY --from=build /opt/elftafel /opt/elftafel
ENV PATH=/opt/elftafel/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    XDG_DATA_HOME=/data \
    ELFTAFEL_CACHE=/data/cache \
    ELFTAFEL_HOST=0.0.0.0 \
    ELFTAFEL_LOG_FORMAT=json
USER elftafel
# Tables (SQLite, unless ELFTAFEL_DATABASE says otherwise) and the machine code of the games, compiled at the first start.
VOLUME /data
EXPOSE 1111
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ.get(\"ELFTAFEL_PORT\", 1111)}/healthz', timeout=2)"]
ENTRYPOINT ["elftafel"]
CMD ["serve"]
