#include <algorithm>
#include <deque>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

class Hand {
    std::string cards;

public:
    void clear() { cards.clear(); }
    void add(char c) { cards += c; }
    char first() const { return cards[0]; }

    int value() const
    {
        int sum = 0, aces = 0;
        for (char c : cards) {
            if (c == 'A') {
                aces++;
                sum++;
            } else if (c >= '2' && c <= '9') {
                sum += c - '0';
            } else {
                sum += 10;
            }
        }
        return aces && sum + 10 <= 21 ? sum + 10 : sum;
    }

    std::string text() const
    {
        std::string s;
        for (char c : cards) {
            s += c;
            s += ' ';
        }
        return s + "(" + std::to_string(value()) + ").";
    }
};

class Game {
    std::deque<char> deck;
    Hand player, dealer;
    int money = 100, bet = 0;
    bool playing = false, broke = false;

    char draw()
    {
        char c = deck.front();
        deck.pop_front();
        return c;
    }

    void over(int gain, const std::string &text)
    {
        money += gain;
        playing = false;
        std::cout << text << "\nMoney: " << money << ".\n";
        if (money == 0) {
            std::cout << "You are broke.\n";
            broke = true;
        }
    }

    static int amount(const std::string &s)
    {
        return std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; }) ? std::stoi(s) : 0;
    }

public:
    bool finished() const { return broke; }

    void bye() { std::cout << "Bye with " << (playing ? money - bet : money) << ".\n"; }

    void addDeck(const std::string &cards)
    {
        size_t bad = cards.find_first_not_of("A23456789TJQK");
        if (bad != std::string::npos) {
            std::cout << "Bad card " << cards[bad] << ".\n";
            return;
        }
        deck.insert(deck.end(), cards.begin(), cards.end());
        std::cout << "Deck: " << deck.size() << ".\n";
    }

    void start(const std::string &s)
    {
        int n = amount(s);
        if (n < 1 || n > money) {
            std::cout << "Bet 1 to " << money << ".\n";
            return;
        }
        if (deck.size() < 4) {
            std::cout << "Not enough cards.\n";
            return;
        }
        bet = n;
        playing = true;
        player.clear();
        dealer.clear();
        for (int i = 0; i < 2; i++) {
            player.add(draw());
            dealer.add(draw());
        }
        std::cout << "You: " << player.text() << " Dealer: " << dealer.first() << ".\n";
        if (player.value() != 21)
            return;
        if (dealer.value() == 21)
            over(0, "Push.");
        else
            over(bet + bet / 2, "Blackjack! You win " + std::to_string(bet + bet / 2) + ".");
    }

    void hit()
    {
        if (deck.empty()) {
            std::cout << "The deck is empty.\n";
            return;
        }
        player.add(draw());
        std::cout << "You: " << player.text() << "\n";
        if (player.value() > 21)
            over(-bet, "Bust. You lose " + std::to_string(bet) + ".");
    }

    void stand()
    {
        while (dealer.value() < 17 && !deck.empty())
            dealer.add(draw());
        std::cout << "Dealer: " << dealer.text() << "\n";
        int d = dealer.value(), p = player.value();
        if (d > 21 || p > d)
            over(bet, "You win " + std::to_string(bet) + ".");
        else if (p < d)
            over(-bet, "You lose " + std::to_string(bet) + ".");
        else
            over(0, "Push.");
    }

    void command(const std::vector<std::string> &w)
    {
        const std::string c = w.empty() ? "" : w[0];
        size_t n = w.size();
        if ((c == "deck" || c == "bet") && n == 2) {
            if (playing)
                std::cout << "Finish the hand first.\n";
            else if (c == "deck")
                addDeck(w[1]);
            else
                start(w[1]);
        } else if ((c == "hit" || c == "stand") && n == 1) {
            if (!playing)
                std::cout << "No hand.\n";
            else if (c == "hit")
                hit();
            else
                stand();
        } else if (c == "money" && n == 1) {
            std::cout << "Money: " << money << ".\n";
        } else {
            std::cout << "What?\n";
        }
    }
};

int main()
{
    Game game;
    std::string line;
    while (!game.finished()) {
        std::cout << "? " << std::flush;
        if (!std::getline(std::cin, line) || line == "quit") {
            game.bye();
            break;
        }
        std::istringstream in(line);
        std::vector<std::string> w;
        for (std::string s; in >> s;)
            w.push_back(s);
        game.command(w);
    }
}
