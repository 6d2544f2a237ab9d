#import <stdio.h>
#import <objc/runtime.h>
#include <assert.h>

int main(void) {
  printf("...\n...\n...\nX> ");
  fflush(stdout);
  assert(getchar() < 0);
}
