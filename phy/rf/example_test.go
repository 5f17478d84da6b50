package rf_test

import (
	"fmt"

	"halocline/phy/rf"
)

// Radio at 10 MHz in fresh water of 0.01 S/m. The loss tangent is
// 0.01 / (2 pi 10^7 x 80 x 8.854e-12) = 0.2247, and the attenuation
//
//	w sqrt(mu eps / 2) sqrt(sqrt(1 + 0.2247^2) - 1) = 0.2093 Np/m = 1.818 dB/m
//
// From 3 W to 0.002 W are 10 log 1500 = 31.76 dB, which last for 17.47 m; at 10 m,
// 31.76 - 18.18 = 13.58 dB of them are left.
func ExampleBudget_Compute() {
	report, err := rf.Budget{
		Frequency: 10e6, Conductivity: 0.01, Permittivity: rf.WaterPermittivity, Range: 10,
		Power: 3, Threshold: 0.002,
	}.Compute()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("loss tangent %.4f, %.3f dB/m\n", report.LossTangent, report.AttenuationDB)
	fmt.Printf("margin at 10 m %.2f dB, range %.2f m\n", report.Margin, report.MaxRange)
	// Output:
	// loss tangent 0.2247, 1.818 dB/m
	// margin at 10 m 13.58 dB, range 17.47 m
}
