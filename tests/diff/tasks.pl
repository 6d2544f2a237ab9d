# A list of tasks with priorities.
$| = 1;
my @tasks;
print "> ";
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^add(?: !(\d))? (\S.*)$/) {
        my ($priority, $text) = ($1 // 5, $2);
        if (length $text > 30) { print "too long\n" }
        elsif (grep { $_->{text} eq $text } @tasks) { print "already there\n" }
        else { push @tasks, { text => $text, priority => $priority, done => 0 }; print "added as ", scalar @tasks, "\n" }
    } elsif ($line =~ /^done (\d+)$/) {
        if ($1 < 1 || $1 > @tasks) { print "no such task\n" }
        elsif ($tasks[$1 - 1]{done}) { print "done before\n" }
        else { $tasks[$1 - 1]{done} = 1; print "well done\n" }
    } elsif ($line =~ /^rm (\d+)$/) {
        if ($1 < 1 || $1 > @tasks) { print "no such task\n" }
        else { splice @tasks, $1 - 1, 1; print scalar @tasks, " left\n" }
    } elsif ($line eq "list") {
        print "nothing to do\n" unless @tasks;
        my $n = 0;
        for my $task (sort { $a->{priority} <=> $b->{priority} } @tasks) {
            print ++$n, ". ", ($task->{done} ? "[x] " : "[ ] "), $task->{text}, "\n";
        }
    } elsif ($line eq "next") {
        my ($task) = sort { $a->{priority} <=> $b->{priority} } grep { !$_->{done} } @tasks;
        print $task ? $task->{text} : "nothing to do", "\n";
    } elsif ($line eq "purge") {
        my $before = @tasks;
        @tasks = grep { !$_->{done} } @tasks;
        print $before - @tasks, " purged\n";
    } elsif ($line eq "exit") {
        print "bye\n";
        exit 0;
    } elsif ($line eq "") {
    } else {
        print "unknown command\n";
    }
    print "> ";
}
print "end\n";
