# Everything one can do here; `make` makes the Henge kit, `make test` runs all tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CONSTRAINTS ?= constraints.txt
STAMP := $(VENV)/.installed
# byte code is kept: tests start hundreds of processes, which would each compile what they import
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: all kit setup test heavy lint bench mutants proofs assembly hostile mutations translations manual merges nulls planted openspiel kills tuned photographs unchanged house constraints languages edits app app-test clean help

all: kit

help:
	@echo "make            set up .venv and print the Henge kit into output/"
	@echo "make setup      only make the environment in .venv"
	@echo "make test       set up and run the tests, but for the heavy ones"
	@echo "make heavy      run the heavy ones: all commands on hostile projects, samples of the proofs below"
	@echo "make lint       ruff and mypy"
	@echo "make bench      run the benchmarks and print their figures"
	@echo "make mutants    break engines and play scripts place by place and list what no test of rules notices"
	@echo "make proofs     break the code beside each rule and list those whose own tests notice nothing"
	@echo "make assembly   print kits, lay backs to fronts with a drift, cut and fold them, look at each piece"
	@echo "make hostile    run all commands on all hostile projects with processes spawned, not forked"
	@echo "make mutations  change the games' data place by place and list what no check notices"
	@echo "make translations  plant 500 defects in the German of Henge and see that each is told at its line"
	@echo "make manual     write docs/manual anew from the schemas and the examples"
	@echo "make nulls      put a null in the place of each kind of value of Henge and see that it is told"
	@echo "make edits      make 500 random edits of every game in its studio and see that none is lost"
	@echo "make merges     merge 1,000 random pairs of edits of sheets and files and see that none is lost"
	@echo "make planted    compare versions that play alike, and planted edits: false alarms, edits found"
	@echo "make tuned      plant 30 imbalances in starters and see that they are tuned away, and 60 fair games left alone"
	@echo "make photographs  fill in 500 playtest sheets, photograph them badly, read them, and list what was misread"
	@echo "make openspiel  play 1,000 games of starters and boards beside OpenSpiel and compare each decision"
	@echo "make kills      play 1,000,000 games, kill the run 20 times, and compare with one that was not"
	@echo "make unchanged SINCE=REV  make all that users get with two revisions and list what differs"
	@echo "make house      print what the code weighs, how it is divided and how it names things"
	@echo "make constraints  write constraints.txt anew from the versions that are installed"
	@echo "make app        make dist/trilith-x86_64: trilith in one file, which needs no Python"
	@echo "make app-test   run that file in a Debian without Python (as root, with mmdebstrap)"
	@echo "make clean      remove what was built in output/"

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@sh system.sh "$(PYTHON)"
	$(BIN)/python -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(CONSTRAINTS) --editable '.[dev]'
	$(BIN)/python -c 'import generator.drawing.libcairo as c; c.require()'
	touch $(STAMP)

kit: setup
	$(BIN)/trilith print henge

test: setup
	$(PYTEST)

heavy: setup
	$(PYTEST) -m heavy

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m benchmarks

mutants: setup
	$(BIN)/python tests/mutants

proofs: setup
	$(BIN)/python tests/mutants --rules

assembly: setup
	$(BIN)/python tests/assembly

hostile: setup
	HOSTILE_SPAWNED=1 $(PYTEST) -m heavy tests/hostile

mutations: setup
	$(BIN)/python tests/mutations

translations: setup
	$(BIN)/python tests/translations

manual: setup
	$(BIN)/python tests/manual

edits: setup
	$(BIN)/python tests/edits

merges: setup
	$(BIN)/python tests/merges

nulls: setup
	$(BIN)/python tests/nulls

planted: setup
	$(BIN)/python tests/planted

tuned: setup
	$(BIN)/python tests/tuned

photographs: setup
	$(BIN)/python tests/photographs

openspiel: setup
	$(BIN)/python tests/openspiel

languages: setup
	$(BIN)/python tests/languages

kills: setup
	$(BIN)/python tests/kills

house: setup
	$(BIN)/python tests/house

unchanged: setup
	$(BIN)/python tests/unchanged $(SINCE)

app: setup
	mkdir -p output/app
	$(BIN)/pyinstaller --noconfirm --log-level ERROR --distpath dist --workpath output/app packaging/trilith.spec

app-test: app
	$(BIN)/python tests/app

constraints: setup
	$(BIN)/python tests/constraints

clean:
	find output -mindepth 1 ! -name README.md -delete
