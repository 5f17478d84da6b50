package scenarios
import ("testing";"halocline/plant/vehicle")
func TestV(t *testing.T){ for _,n:=range vehicle.Names(){ m,err:=LoadVehicle(n); if err!=nil {t.Error(n,err);continue}; t.Log(n,len(m.Thrusters),m.Controls)}
 _,err:=LoadVehicle("remus"); t.Log(err)}
