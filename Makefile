# One binary is promised the same bits on every linux/amd64 machine.
export GOAMD64 = v1

# Without the clone's own path in it, what is compiled once serves the copies of the module that tests make.
export GOFLAGS := $(strip $(shell go env GOFLAGS) -trimpath)

# Debian packages that a test needs; root has them installed, others are told.
# LaTeX sets the tables, a real Slurm runs the studies, QEMU the program for arm64, GDAL reads a chart, gpsd a receiver, tshark a capture,
# and Node runs the clients of protocols and Chromium the page, from wherever they are.
PACKAGES = texlive-latex-base texlive-latex-recommended slurm-wlm munge iproute2 procps qemu-user gdal-bin python3-gdal gpsd gpsd-clients tshark \
	$(if $(shell command -v npm),,nodejs npm) $(if $(shell command -v python3),,python3) $(if $(shell command -v gcc),,gcc libc6-dev) \
	$(if $(shell command -v chromium || command -v chromium-browser || command -v google-chrome),,chromium)

TIMEOUT  = 20m
FUZZTIME = 30s
RACE     = ./...

# Per cent of the statements of each tree.
COVERAGE = 85

PEERS    = libns3-dev g++ pkg-config python3-simpy3

# Of a release: that of the tag on this commit.
VERSION  = $(patsubst v%,%,$(shell git describe --tags --exact-match 2>/dev/null))

# The page of halocline view: its sources, and what of them is committed and goes into the program.
PAGE   = cmd/view/page
BUNDLE = --bundle --log-level=warning --charset=utf8

# Where the processor is in runs, for the compiler: go run ./cmd/speed profile $(PROFILE) writes it anew.
PROFILE = bench/speed/run.pprof

# Where every package must compile too. Each takes minutes the first time.
PLATFORMS = linux/arm64 darwin/arm64 windows/amd64

.PHONY: build fmu page test long race lint bench fuzz platforms packages peers release cover

# Without cgo, which nothing needs: the program starts sooner and takes 7 MB less. With the profile the loop of a run is 6 % faster, and
# the first build takes two minutes.
build:
	CGO_ENABLED=0 go build -trimpath -pgo=$(PROFILE) -o bin/halocline ./cmd/halocline

# The library that halocline fmu packs with a scenario. Needs gcc; for Linux.
fmu:
	CGO_ENABLED=1 go build -buildmode=c-shared -trimpath -o bin/libhalocline.so ./cmd/fmu

# The page, bundled again, with its checks. Needs npm. Its tests are bundled too, so that they import sources; the licences of what is
# bundled go with it.
page:
	cd $(PAGE) && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --silent
	rm -rf $(PAGE)/dist
	go tool esbuild $(BUNDLE) --minify --target=es2022 --format=esm --legal-comments=none --outfile=$(PAGE)/dist/app.js $(PAGE)/src/main.ts
	cp $(PAGE)/src/index.html $(PAGE)/src/icon.svg $(PAGE)/dist
	cd $(PAGE) && for p in $$(node -p 'Object.keys(require("./package.json").dependencies).join(" ")'); do \
		echo "$$p"; echo; cat node_modules/$$p/LICENSE || exit 1; echo; done >dist/NOTICE
	cd $(PAGE) && node_modules/.bin/tsc
	go tool esbuild $(BUNDLE) --platform=node --format=esm --outdir=$(PAGE)/node_modules/.test --out-extension:.js=.mjs $(PAGE)/test/*.test.mjs
	cd $(PAGE) && node --test node_modules/.test/*.mjs

# Three packages at once, where there are two processors: that with Slurm mostly waits. The longest ones begin first. Vetting is left to
# lint.
test: packages
	go test -vet=off -p $$(($$(nproc) + 1)) -timeout $(TIMEOUT) ./cmd/cli ./bench/study/slurm ./scenarios ./...

# The same tests with all that they can try, where one takes more than some seconds.
long: packages
	HALOCLINE_LONG=1 go test -count=1 -timeout 60m ./...

# Needs gcc. RACE are the packages; the checks of a clone take those where goroutines meet.
race: packages
	CGO_ENABLED=1 go test -race -vet=off -timeout $(TIMEOUT) $(RACE)

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
	go test -run '^$$' -fuzz '^FuzzRead$$' -fuzztime $(FUZZTIME) ./sim/netcdf

# The flags are those of the release, which then finds everything compiled.
platforms:
	@for p in $(PLATFORMS); do \
		CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} go build -trimpath ./... || { echo "on $$p"; exit 1; }; done

packages:
	@missing=; for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	test -z "$$missing" && exit 0; \
	test "$$(id -u)" = 0 || { echo "tests need the Debian packages$$missing"; exit 1; }; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null

# The same work in ns-3 and here, in turns: counts, times, memory. Some ten minutes.
peers:
	@$(MAKE) --no-print-directory packages PACKAGES="$(PEERS)"
	CGO_ENABLED=0 go run -pgo=$(PROFILE) ./cmd/speed peers
	go run ./cmd/speed queues

# Archives of what is committed, for every platform, and their sums, in dist.
release:
	@test -n "$(VERSION)" || { echo "this commit has no tag: git tag v0.2.0, or whatever the release is to be called; CONTRIBUTING.md has the steps"; exit 1; }
	rm -rf dist
	go run ./cmd/release -version $(VERSION) -pgo $(PROFILE) -o dist

# The share of each tree's statements that the tests of all packages carry out.
# A block stands in the profile once for each package tested.
cover: packages
	go test -timeout $(TIMEOUT) -coverpkg=./sim/...,./phy/...,./mac/...,./plant/...,./bench/... -coverprofile=cover.out ./...
	@awk '$$1 != "mode:" { split($$1, at, "/"); tree = at[2]; \
		if (!seen[$$1]++) all[tree] += $$2; \
		if ($$3 > 0 && !met[$$1]++) covered[tree] += $$2 } \
	END { n = split("sim phy mac plant bench", trees, " "); \
		for (i = 1; i <= n; i++) { share = 100*covered[trees[i]]/all[trees[i]]; \
			printf "%-5s %5.1f %% of %d statements\n", trees[i], share, all[trees[i]]; low = low || share < $(COVERAGE) } \
		if (low) print "at least $(COVERAGE) % are wanted of each"; exit low }' cover.out
