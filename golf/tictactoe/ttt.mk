L=0 1 2 3 4 5 6 7 8
$(foreach i,$L,$(eval $i=.))
w=$0$1$2 $3$4$5 $6$7$8 $0$3$6 $1$4$7 $2$5$8 $0$4$8 $2$4$6
b=$(foreach r,$(wordlist 1,3,$w),$(info $r))$(info $p> )
p=X
$b
$(foreach i,$(file </dev/stdin),$(if $(filter $L,$i),$(eval $i=$p)$(eval L=$(filter-out $i,$L))$(if $(findstring $p$p$p,$w),$(error $(info $p won.)))$(if $L,,$(error $(info tie.)))$(eval p=$(if $(filter X,$p),O,X)),$(info invalid.))$b)