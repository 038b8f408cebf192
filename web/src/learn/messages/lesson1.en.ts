export const en = {
  textLabel: 'HLO text',
  graphLabel: 'Graph of the program',
  original: 'Original text',
  atLine: 'Line {line}:',
  atColumn: 'Line {line}, column {column}:',
  reads: '{name} reads {operands}',
  readsNothing: '{name} reads nothing',

  linesTitle: 'One line, one box',
  lines1:
    'This is a program in [HLO], the language of the XLA compiler. Each line between the braces is one [instruction]: a name, the [shape] of the result (`f32[64,128]`: 64 rows of 128 decimal numbers), an [opcode] and, in parentheses, the [operand|operands] that it reads.',
  lines2:
    'Each instruction is also a box. Its colour tells the kind of opcode: matrix products are purple, parameters light grey. Point at a line and its box lights up; point at a box and its line lights up. With the keyboard, move the cursor through the text, or press the arrow keys in the graph.',
  lines3:
    'An arrow runs from an operand to the instruction that reads it, its [user]. `product` is a [dot], a matrix product: it reads `x` and `w`, so two arrows end there. `x` and `w` are [parameter|parameters], the inputs of the program: they read nothing, and the number in parentheses only counts them. An operand that is read twice, as in `multiply(x, x)`, has one arrow.',
  arrowsAsk: 'In this program, how many arrows end at `sum`?',
  arrowsRight: '`sum` has two different operands, `product` and `bias`: one arrow for each, no other arrows.',
  arrowsWrong:
    'Count the different names in the parentheses of `sum = … add(product, bias)`: one arrow for each. The shape draws no arrow, and neither does what follows the parentheses in other lines, such as `lhs_contracting_dims`.',

  editTitle: 'Change a line, change the graph',
  edit1: 'The text is yours to change. After each change this page checks it and draws the graph anew.',
  edit2:
    'Make a mistake: write `prodct` in place of `product` in the line of `sum`. The page names the line and the column, and the graph stays as it was until the text is correct again.',
  unreadAsk: 'Change the line of `sum` to `add(product, product)`. What happens to the box `bias`?',
  unreadGone: 'It disappears.',
  unreadStays: 'It stays, but no arrow leaves it.',
  unreadError: 'The page reports an error.',
  unreadRight: 'The line of `bias` is still there, so its box is too. Without the arrow to `sum`, it has no user.',
  unreadWrong:
    'Each line of this program has its box. The line of `bias` is still there and still correct; only the arrow to `sum` is gone. Try it in the text.',

  orderTitle: 'The order of lines is not in the graph',
  order1:
    'A text has an order: one line comes after the other. A graph has none. It only says who reads whom. Names are labels: if an instruction gets another name in every line, no arrow changes.',
  order2:
    'One rule remains: a line must come after the lines that it reads. The two buttons exchange lines. One of the exchanges breaks the rule: the page reports an error, and the graph stays as it was. Press the same button again to repair the text.',
  swapBias: 'Exchange product and bias',
  swapSum: 'Exchange product and sum',
  swapAsk: '`product` and `bias` exchange places in the text. What does the program compute then?',
  swapNothing: 'The same, and the arrows are the same.',
  swapArrow: 'The same, but there is an arrow from `bias` to `product`.',
  swapResult: 'Something else.',
  swapRight:
    'Neither of the two reads the other, so their order does not matter. A compiler may choose any order that keeps the arrows.',
  swapWrong:
    'Arrows come from operands only. Neither line reads the other, so no arrow changes, and neither does the result. Press the first button.',

  computationsTitle: 'A program of several computations',
  computations1:
    'A program consists of one or several computations. A [computation] is a list of instructions with parameters and one result, like a function. The one marked `ENTRY` runs first. The line marked `ROOT` is the [root]: the computation returns its result.',
  computations2:
    'Here `first` and `second` both call the computation `layer`: `to_apply=layer`. Its lines are in the text once, but the graph draws the inside of `layer` in the box of each instruction that calls it: here one line has two boxes. Inside, `p` stands for the first operand of the call and `q` for the second; the arrows end at the outer box. Few opcodes call a computation: `call`, `fusion`, `while`, `reduce` and some others.',
  computations3: 'Change `tanh` to `exponential`: one edit in the text, and both boxes `bent` compute something else.',
  copiesAsk:
    'Add another call to `main`: `third` calls `layer` with `second` and `w`. How many boxes `bent` are there then?',
  copiesRight: 'Three: one for each call. The text has the lines of `layer` once, but each call runs them again.',
  copiesWrong:
    'The graph draws the inside of `layer` once for each instruction that calls it, and three do: `first`, `second` and `third`.',

  fusionTitle: 'Fusion: several instructions, one loop',
  fusion1:
    'Run as written, each instruction is a [loop] over the numbers of its array. It stores its result in memory, and the next instruction reads it back.',
  fusion2:
    'The compiler merges instructions into a [fusion]: they move into a computation of their own, which runs as one loop. Each number goes through all of them, and only the last result is stored. That saves the time of storing the others and reading them back.',
  fusion3:
    'Press *After fusion*: the instructions are now inside the box of the fusion. There, `sum` and `curve` never exist as arrays. The multiply is now called `scaled`; `result` is the fusion.',
  fusionChoice: 'Version of the program',
  fusionNo: 'Before fusion',
  fusionYes: 'After fusion',
  storedAsk:
    'Before fusion, the program stores three results: `sum`, `curve` and `result`. How many does it store after fusion?',
  storedRight:
    'Only the root of the fusion is stored. Two arrays less to write and to read: that is why compilers fuse.',
  storedWrong:
    'A fusion stores what its root computes, and nothing else. `sum` and `curve` are only numbers on their way through the loop.',

  loopTitle: 'A while loop runs its body many times',
  loop1:
    'A `while` instruction, a [while loop], calls two computations, the condition and the body. It computes the condition first. If that is true, it runs the body and computes the condition again; if not, it ends. Here the instruction is `last`, its condition `check` and its body `grow`.',
  loop2:
    'A while loop carries one value. Here it is a pair: the counter, one whole number (`s32[]`), and a matrix of 32 × 32 numbers. `i` and `y` take the two parts out, and `pair` puts them together again. The body adds 3 to the counter, which begins at 0. The condition, `more`, is true or false (`pred[]`): is the counter less than 12 (`LT`)?',
  loop3:
    'The graph draws the body once, but each box in it runs as often as the body: this number is the [trip count]. The compiler notes it in the text, at `known_trip_count`, and the page reads it there. If you change the note, the page counts another number; the loop itself still ends when its condition says so. Delete the comma, `backend_config` and its braces: without the note, the page assumes 16 runs, a guess.',
  noted: 'Trip count in the note',
  loopTrips: 'This page counts `square` {trips} times.',
  tripsAsk: 'If the constant 12 were 11, how often would the body run?',
  tripsRight:
    'The counter is 0, 3, 6 and 9 when the body runs: four times, as before. At 12 it is no longer less than 11.',
  tripsWrong:
    'The condition is checked before each run. It is true at 0, 3, 6 and 9: four runs. At 12 it is false, as before.',

  ownTitle: 'The program on the main page',
  own1: 'The program that is open on the main page (*Back to the main page*, above) is made of the same parts, only more of them. The numbers count each kind.',
  own2: 'Below the numbers is a small part of it, which you can edit: one instruction, what it reads, and what that reads in turn. It is a program of its own, so whatever it reads from outside has become a parameter. Braces behind a shape, such as `{2,1,0}`, are a layout: lesson 2 explains them. `dimensions={…}` belongs to the operation and names dimensions of the array.',
  ownNone: 'No program is open. Open one on the main page, or choose an example.',
  ownWait: 'Reading the program of the main page…',
  ownNoText: 'This part has no text of its own that is short enough to show. Choose another instruction.',
  ownInstructions: 'instructions',
  ownComputations: 'computations',
  ownEdges: 'arrows',
  ownFusions: 'fusions',
  ownLoops: 'while loops',
  ownTally: 'The most frequent opcodes',
  ownChoose: 'Show the part around',
};
