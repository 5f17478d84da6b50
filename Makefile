# One binary is promised the same bits on every linux/amd64 machine.
export GOAMD64 = v1

# Debian packages that a test needs; root has them installed, others are told.
PACKAGES =

TIMEOUT  = 10m
FUZZTIME = 30s

.PHONY: build test race lint bench fuzz packages

build:
	go build -trimpath -o bin/halocline ./cmd/halocline

test: packages
	go test -timeout $(TIMEOUT) ./...

# Needs gcc.
race: packages
	CGO_ENABLED=1 go test -race -timeout $(TIMEOUT) ./...

lint:
	@bad=$$(gofmt -l .) || exit 1; test -z "$$bad" || { echo "gofmt would change:"; echo "$$bad"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go mod tidy -diff

bench:
	go test -run '^$$' -bench . -benchmem -timeout $(TIMEOUT) ./...

fuzz:
	go test -run '^$$' -fuzz '^FuzzRead$$' -fuzztime $(FUZZTIME) ./scenarios/strict
	go test -run '^$$' -fuzz '^FuzzQueue$$' -fuzztime $(FUZZTIME) ./sim

packages:
	@for p in $(PACKAGES); do \
		dpkg -s $$p >/dev/null 2>&1 && continue; \
		test "$$(id -u)" = 0 || { echo "a test needs the Debian package $$p"; exit 1; }; \
		apt-get update -qq && apt-get install -y --no-install-recommends $$p || exit 1; \
	done
