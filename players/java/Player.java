// A player for joute in Java, for every game. The referee writes lines to our standard input, we answer on standard
// output (docs/protocol.md): `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Player {
    // What the referee said last.
    private String game = "", setup = "", position = "";
    private String[] moves = {};
    private String[] gains = {};

    // Othello: nobody can take a corner back, and a square beside it gives the corner away.
    private static int square(String move, int size) {
        int column = move.charAt(0) - 'a', row = Integer.parseInt(move.substring(1)) - 1;
        int x = Math.min(column, size - 1 - column), y = Math.min(row, size - 1 - row); // How far from the nearest edge.
        if (x < 2 && y < 2) return x == 0 && y == 0 ? 100 : -30;
        return x == 0 || y == 0 ? 10 : 0;
    }

    // YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds.
    private int value(String move, int gain) {
        if (game.equals("othello")) return gain + square(move, Integer.parseInt(setup.substring(setup.indexOf("size=") + 5)));
        return gain;
    }

    // The best of the legal moves, the first one if several are.
    private String choose() {
        int best = 0, bestValue = Integer.MIN_VALUE;
        for (int i = 0; i < moves.length; i++) {
            int now = value(moves[i], Integer.parseInt(gains[i]));
            if (now > bestValue) {
                best = i;
                bestValue = now;
            }
        }
        return moves[best];
    }

    // What a line tells us, and what we answer; nothing most of the time.
    private String answer(String word, String rest) {
        switch (word) {
            case "game": game = rest; break;
            case "setup": setup = rest; break;
            case "start": return "ready position moves gains"; // On each turn we want to hear these three.
            case "position": position = rest; break;
            case "moves": moves = rest.split(" "); break;
            case "gains": gains = rest.split(" "); break;
            case "go": return "move " + choose();
            default: break;
        }
        return null;
    }

    public static void main(String[] arguments) throws IOException {
        Player player = new Player();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.strip().split(" ", 2);
            String answer = player.answer(parts[0], parts.length > 1 ? parts[1] : "");
            if (answer != null) {
                System.out.println(answer);
                System.out.flush(); // Without it the answer could wait in a buffer while our clock runs.
            }
        }
    }
}
