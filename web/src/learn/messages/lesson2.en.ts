export const en = {
  layout: 'Layout',
  rowMajor: '{1,0}: row after row',
  columnMajor: '{0,1}: column after column',
  milliseconds: 'ms',
  graphLabel: 'Graph of the program with its layouts',

  memoryTitle: 'A matrix lies in memory as a line',
  memory1:
    'Memory is one long line of numbers. A matrix has rows and columns. The [layout] says how they are laid on the line: `{1,0}` row after row, `{0,1}` column after column.',
  memory2:
    'The number in each cell is its position in memory. Below, the same cells stand in the order of memory. Point at a cell, or set its row and column.',
  memory3:
    'A [stride] is the distance in memory from an element to the next one down, or to the next one on the right. Turn the matrix: the strides change places, the elements stay the same.',
  rows: 'Rows',
  columns: 'Columns',
  elementRow: 'Row of the element',
  elementColumn: 'Column of the element',
  asMatrix: 'As a matrix: {shape}',
  inMemory: 'In memory',
  matrixLabel: 'The matrix, each cell with its position in memory',
  memoryLabel: 'The cells in the order of memory',
  addressFormula: 'Position of an element from its row, its column and the strides',
  position: 'position',
  rowStride: 'stride of rows',
  columnStride: 'stride of columns',
  stridesAre: 'The stride of rows is {row}, that of columns {column}',
  neighbourAsk:
    'A matrix has 64 rows and 32 columns and is stored column after column. How far apart in memory are an element and its neighbour on the right?',
  neighbourRight: 'Between them lies the rest of one column and the start of the next: 64 steps, the number of rows.',
  neighbourWrong:
    'The neighbour on the right is in the next column, and a whole column, 64 elements, lies between the two.',

  linesTitle: 'Memory comes in lines of 64 bytes',
  lines1:
    'A processor does not load single numbers. It loads a [cache line]: 64 bytes, here 16 neighbouring elements. A few lines stay in the cache; blue cells are there now.',
  lines2:
    'Press *Play* and watch a loop read all 1,024 elements. Along the layout, one line serves 16 reads. Across it, each read needs another line.',
  lines3:
    'The cache holds as many lines as you give it. When it is full, it drops the line that was not used for the longest time.',
  walk: 'Order of the reads',
  byRows: 'Read row by row',
  byColumns: 'Read column by column',
  capacity: 'Lines in the cache',
  walkLabel: 'The matrix of 32 × 32 elements; those in the cache are marked',
  walkLoads: 'The whole walk loads {loads} lines',
  visitAt: 'read {visit}, {loads} lines loaded',
  loaded: 'lines loaded so far',
  loadedInAll: 'lines loaded in the end',
  bytesUsed: 'of the loaded bytes are used',
  loadsAsk:
    'Stored row after row, read column by column, with 8 lines in the cache: how many lines are loaded? (Read row by row, it is 64.)',
  loadsRight:
    'A line for each of the 1,024 reads: before the walk comes back to a line, 32 others have pushed it out of the cache.',
  loadsWrong:
    'Each read down a column touches another line. A column needs 32 lines, the cache holds 8: when the next column begins, its lines are gone. So each of the 1,024 reads loads a line. Try 32 lines in the cache.',

  disagreeTitle: 'Where layouts disagree, a copy appears',
  disagree1:
    'Each array of a program has one layout. Where an instruction wants to read another one, the compiler inserts a [copy|layout copy]: a loop that reads the whole array and writes it in the other order.',
  disagree2:
    'Here `out` is a matrix product. On XLA:CPU it reads and writes row after row. Ask for `{0,1}` for the array that it reads: the simulated compiler of this page answers with the layouts on the boxes and the copies on the arrows.',
  disagree3:
    'A copy computes nothing. It costs time twice: it reads in one order and writes in another, and one of the two runs across the layout.',
  askedLayout: 'Layout asked for operand 0 of out',
  compilerChooses: 'Leave it to the compiler',
  askFor: 'Ask for {layout}',
  programs: 'Program',
  chain: 'One reader',
  copy: 'copy',
  noCopies: 'No copy: all layouts agree.',
  copiesOf: 'Copies: {count} (of {where}).',
  notYet: 'Nothing has been asked yet. Take a step.',
  source: 'Text of the program',
  copiesAsk:
    'You ask for `{0,1}`. `x` is stored row after row and `out` reads row after row. How many copies does the compiler insert?',
  copiesRight: 'One on the way in and one on the way out: from `x` to the layout asked for, and back before `out`.',
  copiesWrong:
    'Between two arrays stored row after row lies one that must not be: a copy turns `x`, and another turns `sum` back for `out`. Ask for `{0,1}` and see.',

  propagateTitle: 'A layout travels up',
  propagate1:
    'A request does not stay where it is made. The compiler hands it back, from the reader to the instruction that computes the array, and on to that one’s operands. Ask for `{0,1}` and take the steps.',
  propagate2:
    'An elementwise operation takes any layout and hands it on. A parameter keeps its own: there the request stops, and a copy is born.',
  propagate3:
    'Try the other two programs: one with a second reader of `curve`, one with a transpose, which is stored column after column without a copy.',
  readers: 'Two readers',
  transposed: 'A transpose',
  propagationSteps: 'Steps of the propagation',
  stepBegin: '{layout} is asked for operand 0 of {name}.',
  stepTake: '{name} takes {layout}.',
  stepKeep: '{name} keeps its own layout. {layout} stops here.',
  stepStop: '{name} hands nothing on: {layout} is what its operands have.',
  readersAsk:
    'Program *Two readers*: `other` reads `curve`, too, and wants it row after row. With `{0,1}` asked for, how many copies are there?',
  readersRight:
    'Two as before, and one more: `curve` now has the layout that `out` asked for, so `other` needs a copy back.',
  readersWrong:
    '`curve` takes `{0,1}` on behalf of `out`. `other` did not ask for that and needs a copy back: three in all. Choose the program, ask, and go to the last step.',

  measuredTitle: 'One layout, measured',
  measured1:
    'This is `capsule`, one of the examples of this page: a capsule network, measured on one processor core with many layouts.',
  measured2:
    'The two configurations differ in one layout of one reshape. On the left, the layouts of the program; on the right, operand 0 is asked for as `{1,0,3,2}`.',
  measured3:
    'With its own layouts, the program copies an array of 655 kB once. With the other one, the simulated compiler copies it to the layout asked for and then back, and both copies run across a layout.',
  programLayouts: 'Layouts of the program',
  otherLayout: 'One other layout',
  extraCopies: 'Copies that only this one needs: {count}',
  noExtraCopies: 'It needs no copy that the other does not need.',
  predictFirst: 'Answer or skip the question',
  slowerAsk: 'The program takes 0.63 ms with its own layouts. How long does it take with the other one?',
  slowerRight: 'More than twice as long, for the same numbers. Nothing but the order in memory has changed.',
  slowerWrong:
    'It takes more than twice as long, for the same numbers: the copies add more time than the whole program took before.',

  ownTitle: 'The program that is open in the window',
  own1: 'These instructions of the program behind this lesson move data only: copies, transposes and reshapes, with the bytes that they read and write.',
  own2: 'The list *Conflicts* of the window shows all of them, and those that a selected configuration adds.',
  ownNone: 'No program is open, or its costs are not estimated yet.',
  ownCaption: 'Instructions that only move data: {count}',
  ownEmpty: 'No copy, transpose or reshape of this program moves data.',
};
