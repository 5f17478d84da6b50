package ocean_test

import (
	"fmt"

	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// Mackenzie (1981) gives 1550.744 m/s for 25 degC, 35 psu and 1000 m.
func ExampleMackenzie() {
	fmt.Printf("%.3f m/s\n", ocean.Mackenzie(25, 35, 1000))
	// Output: 1550.744 m/s
}

// Where the speed of sound grows from 1500 m/s at the surface to 1550 m/s at 1000 m,
// by 0.05 m/s for each metre, sound goes straight down in ln(1550/1500)/0.05 = 0.655796 s.
func ExampleWater_MeanSoundSpeed() {
	config := ocean.Default()
	config.SoundSpeed = "profile"
	config.Profile = &ocean.ProfileConfig{Depth: []float64{0, 1000}, SoundSpeed: []float64{1500, 1550}}
	water, err := config.Build(ocean.Site{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.6f s\n", 1000/water.MeanSoundSpeed(geom.Vec{}, geom.Vec{Z: -1000}))
	// Output: 0.655796 s
}
