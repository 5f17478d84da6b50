//go:build cgo && linux

// What the standard's functions do that need no run, and those that this library has not: model exchange, clocks, states and
// derivatives. They are there, since importers look all of them up, and return fmi3Error or no instance.
#include "fmi3.h"

#define EXPORT __attribute__((visibility("default")))

void tell(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3Status status, fmi3String category, fmi3String message) {
	log(environment, status, category, message);
}

EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

// What there is to be logged is always: warnings, and why a call has failed.
EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance i, fmi3Boolean on, size_t n, const fmi3String categories[]) { return i ? fmi3OK : fmi3Error; }

EXPORT fmi3Instance fmi3InstantiateModelExchange(void) { return NULL; }
EXPORT fmi3Instance fmi3InstantiateScheduledExecution(void) { return NULL; }

// A function that only refuses looks at no argument. By the calling conventions of Linux the caller clears them away.
#define REFUSED(f) EXPORT fmi3Status f(void) { return fmi3Error; }
REFUSED(fmi3EnterEventMode)
REFUSED(fmi3GetFloat32)
REFUSED(fmi3GetInt8)
REFUSED(fmi3GetUInt8)
REFUSED(fmi3GetInt16)
REFUSED(fmi3GetUInt16)
REFUSED(fmi3GetInt32)
REFUSED(fmi3GetUInt32)
REFUSED(fmi3GetInt64)
REFUSED(fmi3GetUInt64)
REFUSED(fmi3GetBinary)
REFUSED(fmi3GetClock)
REFUSED(fmi3SetFloat32)
REFUSED(fmi3SetInt8)
REFUSED(fmi3SetUInt8)
REFUSED(fmi3SetInt16)
REFUSED(fmi3SetUInt16)
REFUSED(fmi3SetInt32)
REFUSED(fmi3SetUInt32)
REFUSED(fmi3SetInt64)
REFUSED(fmi3SetUInt64)
REFUSED(fmi3SetBoolean)
REFUSED(fmi3SetBinary)
REFUSED(fmi3SetClock)
REFUSED(fmi3GetNumberOfVariableDependencies)
REFUSED(fmi3GetVariableDependencies)
REFUSED(fmi3GetFMUState)
REFUSED(fmi3SetFMUState)
REFUSED(fmi3FreeFMUState)
REFUSED(fmi3SerializedFMUStateSize)
REFUSED(fmi3SerializeFMUState)
REFUSED(fmi3DeserializeFMUState)
REFUSED(fmi3GetDirectionalDerivative)
REFUSED(fmi3GetAdjointDerivative)
REFUSED(fmi3EnterConfigurationMode)
REFUSED(fmi3ExitConfigurationMode)
REFUSED(fmi3GetIntervalDecimal)
REFUSED(fmi3GetIntervalFraction)
REFUSED(fmi3GetShiftDecimal)
REFUSED(fmi3GetShiftFraction)
REFUSED(fmi3SetIntervalDecimal)
REFUSED(fmi3SetIntervalFraction)
REFUSED(fmi3SetShiftDecimal)
REFUSED(fmi3SetShiftFraction)
REFUSED(fmi3EvaluateDiscreteStates)
REFUSED(fmi3UpdateDiscreteStates)
REFUSED(fmi3EnterContinuousTimeMode)
REFUSED(fmi3CompletedIntegratorStep)
REFUSED(fmi3SetTime)
REFUSED(fmi3SetContinuousStates)
REFUSED(fmi3GetContinuousStateDerivatives)
REFUSED(fmi3GetEventIndicators)
REFUSED(fmi3GetContinuousStates)
REFUSED(fmi3GetNominalsOfContinuousStates)
REFUSED(fmi3GetNumberOfEventIndicators)
REFUSED(fmi3GetNumberOfContinuousStates)
REFUSED(fmi3EnterStepMode)
REFUSED(fmi3GetOutputDerivatives)
REFUSED(fmi3ActivateModelPartition)
