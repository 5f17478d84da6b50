package capacity

import ("testing";"math")

func TestTryFollow(t *testing.T) {
	const packet=0.192
	for _, c := range []struct {n string; t timing; w float64}{{"tdma", timing{1.272, .192, 0},1.272},{"csma", timing{2.1,.3,0},2},{"aloha",timing{2.5,.2,1-math.Exp(-2*5*.192/2.5)},0},{"silent",timing{1.2,.2,0},0}} {
		t.Log(c.n, tightestString(c.t,c.w,1,motion{4,.2},.3,6), fastest(c.t,c.w,1,1,4,.2*math.Sqrt(3),false), fastest(c.t,c.w,1,1,4,.2*math.Sqrt(3),true))
	}
}
