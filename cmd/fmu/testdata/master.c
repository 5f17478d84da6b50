// An importer of an FMU for co-simulation, for the tests of the library: it looks the standard's functions up and calls them.
//
//   master LIBRARY TOKEN RESOURCES COMMAND FINGERPRINT STEP STOP [ARGUMENTS]
//
// FINGERPRINT is the value reference of that output, STEP and STOP are in ns. The commands, and what they print:
//
//   drive [REFERENCE VALUE AT]...  a run with inputs: fingerprint, time reached, whether the FMU asked to stop, and returned early
//   together                       two runs side by side, one in steps twice as long: their fingerprints
//   threads                        four runs in threads of their own: their fingerprints
//   after N                        N runs one after the other: the fingerprint and the resident memory after each, in pages
//   reset                          half a run, and then a whole one of the same instance: its fingerprint
//   read REFERENCE...              Float64 outputs after a run, in 17 digits
//   refuse                         what is not as the standard wants it: each call and its status
//
// With -DSTANDARD it is built against the standard's own headers, which have to be on the path.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef STANDARD
#include "fmi3PlatformTypes.h"
#include "fmi3FunctionTypes.h"
#else
#include "../fmi3.h"
typedef const char *fmi3GetVersionTYPE(void);
typedef fmi3Instance fmi3InstantiateCoSimulationTYPE(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean,
	const fmi3ValueReference[], size_t, fmi3InstanceEnvironment, fmi3LogMessageCallback, void *);
typedef void fmi3FreeInstanceTYPE(fmi3Instance);
typedef fmi3Status fmi3EnterInitializationModeTYPE(fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Float64);
typedef fmi3Status fmi3ExitInitializationModeTYPE(fmi3Instance);
typedef fmi3Status fmi3TerminateTYPE(fmi3Instance);
typedef fmi3Status fmi3ResetTYPE(fmi3Instance);
typedef fmi3Status fmi3DoStepTYPE(fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *, fmi3Float64 *);
typedef fmi3Status fmi3GetFloat64TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], size_t);
typedef fmi3Status fmi3SetFloat64TYPE(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[], size_t);
typedef fmi3Status fmi3GetStringTYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3String[], size_t);
typedef fmi3Status fmi3SetStringTYPE(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3String[], size_t);
typedef fmi3Status fmi3GetNumberOfEventIndicatorsTYPE(fmi3Instance, size_t *);
#endif

#define LIST(X) X(GetVersion) X(InstantiateCoSimulation) X(FreeInstance) X(EnterInitializationMode) X(ExitInitializationMode) X(Terminate) X(Reset) \
	X(DoStep) X(GetFloat64) X(SetFloat64) X(GetString) X(SetString) X(GetNumberOfEventIndicators)

#define DECLARE(f) static fmi3##f##TYPE *f;
LIST(DECLARE)

static void *library;
static const char *token, *resources;
static fmi3ValueReference fingerprint;
static long long step, stop;
static int told;

static void fail(const char *what) {
	fprintf(stderr, "master: %s\n", what);
	exit(1);
}

static void ok(fmi3Status status, const char *what) {
	if (status != fmi3OK)
		fail(what);
}

static void *find(const char *name) {
	void *f = dlsym(library, name);
	if (!f)
		fail(name);
	return f;
}

static void hear(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
	++*(int *)environment;
	fprintf(stderr, "%s %d: %s\n", category, (int)status, message);
}

static fmi3Instance make(const char *with) {
	return InstantiateCoSimulation("one", with, resources, fmi3False, fmi3True, fmi3False, fmi3True, NULL, 0, &told, hear, NULL);
}

static void begin(fmi3Instance i) {
	ok(EnterInitializationMode(i, fmi3False, 0, 0, fmi3True, stop * 1e-9), "fmi3EnterInitializationMode");
	ok(ExitInitializationMode(i), "fmi3ExitInitializationMode");
}

static fmi3Instance begun(void) {
	fmi3Instance i = make(token);
	if (!i)
		fail("fmi3InstantiateCoSimulation");
	begin(i);
	return i;
}

// A run, and how far it is.
struct run {
	fmi3Instance i;
	long long at;
	fmi3Boolean event, terminate, early;
	fmi3Float64 last;
};

static void go(struct run *r, long long by) {
	ok(DoStep(r->i, r->at * 1e-9, by * 1e-9, fmi3True, &r->event, &r->terminate, &r->early, &r->last), "fmi3DoStep");
	r->at += by;
}

static void to(struct run *r, long long end) {
	while (!r->terminate && r->at < end)
		go(r, step);
}

static const char *sum(fmi3Instance i) {
	fmi3String s;
	ok(GetString(i, &fingerprint, 1, &s, 1), "fmi3GetString");
	return s;
}

static const char *finish(struct run *r) {
	ok(Terminate(r->i), "fmi3Terminate");
	return sum(r->i);
}

static void drive(int n, char **arguments) {
	struct run r = {begun()};
	for (; n >= 3; n -= 3, arguments += 3) {
		fmi3ValueReference reference = strtoul(arguments[0], NULL, 10);
		fmi3Float64 value = atof(arguments[1]);
		to(&r, atoll(arguments[2]));
		ok(SetFloat64(r.i, &reference, 1, &value, 1), "fmi3SetFloat64");
	}
	to(&r, stop);
	printf("%s %.9f %d %d\n", finish(&r), r.last, r.terminate, r.early);
	FreeInstance(r.i);
}

static void together(void) {
	struct run a = {begun()}, b = {begun()};
	for (int k = 0; !a.terminate || !b.terminate; k++) {
		if (!a.terminate)
			go(&a, step);
		if (k % 2 == 0 && !b.terminate)
			go(&b, 2 * step);
		if (a.at >= stop && b.at >= stop)
			break;
	}
	char first[64];
	snprintf(first, sizeof first, "%s", finish(&a));
	FreeInstance(a.i);
	printf("%s %s\n", first, finish(&b));
	FreeInstance(b.i);
}

static void *alone(void *into) {
	struct run r = {begun()};
	to(&r, stop);
	snprintf(into, 64, "%s", finish(&r));
	FreeInstance(r.i);
	return NULL;
}

static void threads(void) {
	pthread_t all[4];
	char sums[4][64];
	for (int k = 0; k < 4; k++)
		if (pthread_create(&all[k], NULL, alone, sums[k]))
			fail("pthread_create");
	for (int k = 0; k < 4; k++)
		pthread_join(all[k], NULL);
	printf("%s %s %s %s\n", sums[0], sums[1], sums[2], sums[3]);
}

static long pages(void) {
	long size = 0, resident = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f || fscanf(f, "%ld %ld", &size, &resident) != 2)
		fail("/proc/self/statm");
	fclose(f);
	return resident;
}

static void after(int n) {
	for (; n > 0; n--) {
		struct run r = {begun()};
		to(&r, stop);
		printf("%s", finish(&r));
		FreeInstance(r.i);
		printf(" %ld\n", pages());
	}
}

static void reset(void) {
	struct run r = {begun()};
	to(&r, stop / 2);
	ok(Reset(r.i), "fmi3Reset");
	begin(r.i);
	struct run again = {r.i};
	to(&again, stop);
	printf("%s\n", finish(&again));
	FreeInstance(r.i);
}

static void read_outputs(int n, char **arguments) {
	struct run r = {begun()};
	to(&r, stop);
	for (int k = 0; k < n; k++) {
		fmi3ValueReference reference = strtoul(arguments[k], NULL, 10);
		fmi3Float64 value;
		ok(GetFloat64(r.i, &reference, 1, &value, 1), "fmi3GetFloat64");
		printf("%.17g\n", value);
	}
	FreeInstance(r.i);
}

static void refuse(void) {
	fmi3ValueReference unknown = 4000000000u, time = 0;
	fmi3Float64 x = 0;
	fmi3String s = NULL;
	size_t n;
	printf("version %s\n", GetVersion());
	printf("token %d\n", make("another") != NULL);
	printf("null %d\n", GetFloat64(NULL, &time, 1, &x, 1));
	fmi3Instance i = make(token);
	printf("early-step %d\n", DoStep(i, 0, 1, fmi3True, NULL, NULL, NULL, NULL));
	begin(i);
	printf("unknown-get %d\n", GetFloat64(i, &unknown, 1, &x, 1));
	printf("unknown-set %d\n", SetFloat64(i, &unknown, 1, &x, 1));
	printf("set-output %d\n", SetFloat64(i, &time, 1, &x, 1));
	printf("other-type %d\n", GetFloat64(i, &fingerprint, 1, &x, 1));
	printf("null-string %d\n", SetString(i, &fingerprint, 1, &s, 1));
	printf("null-values %d\n", GetFloat64(i, &time, 1, NULL, 1));
	printf("numbers %d\n", GetFloat64(i, &time, 1, &x, 2));
	printf("no-step %d\n", DoStep(i, 0, 0, fmi3True, NULL, NULL, NULL, NULL));
	printf("back %d\n", DoStep(i, 5, 1, fmi3True, NULL, NULL, NULL, NULL));
	printf("left-out %d\n", GetNumberOfEventIndicators(i, &n));
	printf("step %d\n", DoStep(i, 0, 1, fmi3True, NULL, NULL, NULL, NULL));
	ok(GetFloat64(i, &time, 1, &x, 1), "fmi3GetFloat64");
	printf("get %g\n", x);
	printf("told %d\n", told);
	FreeInstance(i);
	FreeInstance(NULL);
}

int main(int n, char **arguments) {
	if (n < 8)
		fail("too few arguments");
	library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
	if (!library)
		fail(dlerror());
#define FIND(f) f = (fmi3##f##TYPE *)find("fmi3" #f);
	LIST(FIND)
	token = arguments[2], resources = arguments[3];
	const char *command = arguments[4];
	fingerprint = strtoul(arguments[5], NULL, 10), step = atoll(arguments[6]), stop = atoll(arguments[7]);
	if (!strcmp(command, "drive"))
		drive(n - 8, arguments + 8);
	else if (!strcmp(command, "together"))
		together();
	else if (!strcmp(command, "threads"))
		threads();
	else if (!strcmp(command, "after"))
		after(n > 8 ? atoi(arguments[8]) : 20);
	else if (!strcmp(command, "reset"))
		reset();
	else if (!strcmp(command, "read"))
		read_outputs(n - 8, arguments + 8);
	else if (!strcmp(command, "refuse"))
		refuse();
	else
		fail("no such command");
	return 0;
}
