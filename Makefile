# One binary is promised the same bits on every linux/amd64 machine.
export GOAMD64 = v1

# Debian packages that a test needs; root has them installed, others are told.
# LaTeX sets the tables, and a real Slurm runs the studies.
PACKAGES = texlive-latex-base texlive-latex-recommended slurm-wlm munge iproute2 procps

TIMEOUT  = 10m
FUZZTIME = 30s

PEERS    = libns3-dev g++ pkg-config python3-simpy3

.PHONY: build test race lint bench fuzz packages peers

build:
	go build -trimpath -o bin/halocline ./cmd/halocline

test: packages
	go test -timeout $(TIMEOUT) ./...

# Needs gcc.
race: packages
	CGO_ENABLED=1 go test -race -timeout $(TIMEOUT) ./...

lint:
	@bad=$$(go tool gofumpt -l .) || exit 1; test -z "$$bad" || { echo "go tool gofumpt -w . would change:"; echo "$$bad"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go mod tidy -diff

bench:
	go test -run '^$$' -bench . -benchmem -timeout $(TIMEOUT) ./...

fuzz:
	go test -run '^$$' -fuzz '^FuzzRead$$' -fuzztime $(FUZZTIME) ./scenarios/strict
	go test -run '^$$' -fuzz '^FuzzQueue$$' -fuzztime $(FUZZTIME) ./sim

packages:
	@missing=; for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	test -z "$$missing" && exit 0; \
	test "$$(id -u)" = 0 || { echo "tests need the Debian packages$$missing"; exit 1; }; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null

# The same work in ns-3 and here, in turns: counts, times, memory. Some ten minutes.
peers:
	@$(MAKE) --no-print-directory packages PACKAGES="$(PEERS)"
	go run ./cmd/halocline bench peers
	go run ./cmd/halocline bench queues
