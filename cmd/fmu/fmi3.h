// The types of the Functional Mock-up Interface 3.0 (Modelica Association, 2022) that this library uses, as its headers
// fmi3PlatformTypes.h and fmi3FunctionTypes.h have them. The prototypes are those of the functions in main.go, which cgo makes.
#ifndef HALOCLINE_FMI3_H
#define HALOCLINE_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef uint32_t fmi3ValueReference;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef const char *fmi3String;
#define fmi3True true
#define fmi3False false
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);

// instance is what an fmi3Instance points to.
struct instance {
	uintptr_t handle; // of what Go keeps
	fmi3InstanceEnvironment environment;
	fmi3LogMessageCallback log; // may be NULL
};

// tell calls the importer's logMessage.
void tell(fmi3InstanceEnvironment, fmi3LogMessageCallback, fmi3Status, fmi3String category, fmi3String message);

#endif
