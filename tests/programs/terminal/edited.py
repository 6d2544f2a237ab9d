import readline
b=['.']*9;p='X'
L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
while 1:
    for i in 0,3,6: print(''.join(b[i:i+3]))
    s=input(p+'> ')
    while s not in list('012345678') or b[int(s)]!='.':
        print('invalid.');s=input(p+'> ')
    b[int(s)]=p
    if any(all(b[i]==p for i in l) for l in L): print(p+' won.');break
    if '.' not in b: print('tie.');break
    p='XO'[p=='X']
