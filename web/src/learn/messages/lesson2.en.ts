export const en = {
  layout: 'Layout',
  rowMajor: '{1,0}: row after row',
  columnMajor: '{0,1}: column after column',
  milliseconds: 'ms',
  graphLabel: 'Graph of the program with its layouts',

  memoryTitle: 'A matrix lies in memory as one sequence',
  memory1:
    'Memory is one long sequence of numbers. A matrix has rows and columns. The [layout] says in which order its elements stand in memory: `{1,0}` row after row, `{0,1}` column after column. It lists the dimensions from fast to slow, 0 for the row and 1 for the column: in `{1,0}`, each step through memory changes the column, and the row changes only after a whole row.',
  memory2:
    'The number in each cell is its position in memory, counted from 0, like rows and columns. Below, the same cells stand in the order of memory. Point at a cell, or set its row and column.',
  memory3:
    'A [stride] is the distance in memory from an element to the next one down, or to the next one on the right. With 3 rows and 5 columns, `{1,0}` has the strides 5 (down) and 1 (to the right), `{0,1}` has 1 and 3. Switch the layout: the elements stay where they are in the matrix, only their positions in memory change. With more dimensions it is the same: the dimension listed first has stride 1, each next one the stride of the one before times the size of that.',
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
  rowTerm: 'row',
  columnTerm: 'column',
  stridesAre: 'The stride of rows is {row}, that of columns {column}',
  neighbourAsk:
    'A matrix has 64 rows and 32 columns and is stored column after column. How far apart in memory are an element and its neighbour on the right?',
  neighbourRight: 'The distance is one whole column: 64, the number of rows. Between the two lie 63 other elements.',
  neighbourWrong:
    'The neighbour on the right is in the same row of the next column, and that is one whole column further on in memory: the distance is 64, with 63 elements between the two.',

  linesTitle: 'Memory comes in cache lines of 64 bytes',
  lines1:
    'A processor does not load single numbers. It loads a [cache line]: 64 bytes, here 16 neighbouring elements of 4 bytes. A few cache lines stay in the [cache]. The picture is a matrix of 32 × 32 elements, stored row after row at first: each row is two cache lines. Cells in the cache are blue, the one that is being read is orange, the others grey: light and dark, so that neighbouring cache lines can be told apart.',
  lines2:
    'Loading a cache line from memory is what takes time; reading it again from the cache is quick. Press *Play* and watch all elements being read. *Along the layout*, in the order of memory, one cache line serves 16 reads. *Across* it, such as column by column where rows are stored, each read needs another cache line.',
  lines3:
    'The cache holds as many cache lines as you give it. When it is full, it drops the one that has been unused the longest.',
  walk: 'Order of the reads',
  byRows: 'Read row by row',
  byColumns: 'Read column by column',
  capacity: 'Cache lines that the cache holds',
  walkLabel: 'The matrix of 32 × 32 elements; those in the cache are marked',
  walkLoads: 'The whole walk loads {loads} cache lines',
  visitAt: 'read {visit}, {loads} cache lines loaded',
  loaded: 'cache lines loaded so far',
  loadedInAll: 'cache lines loaded in the end',
  bytesUsed: 'of the loaded bytes are used',
  loadsAsk:
    'Stored row after row, read column by column, with room for 8 cache lines: how many are loaded? (Read row by row, it is 64.)',
  loadsRight:
    'One cache line for each of the 1,024 reads: before the walk comes back to a cache line, 31 others have pushed it out of the cache.',
  loadsWrong:
    'Each read down a column touches another cache line. A column touches 32, the cache holds 8: when the next column needs the same 32 again, they have been dropped. So each of the 1,024 reads loads a cache line. Try a cache of 32.',

  disagreeTitle: 'Where layouts disagree, a copy appears',
  disagree1:
    'Each array of a program has one layout. Where an instruction reads an array in another layout than the array has, the compiler inserts a [copy|layout copy]: it reads the whole array and writes it again in the other order.',
  disagree2:
    'Here `out` is a matrix product of two arrays, `sum` and `w`. XLA:CPU, the XLA compiler for processors, reads both row after row. You can ask for `sum`, the operand 0 of `out` (counted from 0), to be stored in another layout. Such requests are the choices that a configuration makes; whether one is worth it is what the models predict. The compiler then lets `sum`, and `curve` before it, compute in that layout. But `out` and `x` stay row after row: wherever the layout changes, a copy is needed.',
  disagree3:
    'A copy computes nothing, but takes time: it reads along one layout and writes across the other, or the reverse. It pays off only if what reads the array becomes faster by more. Here it does not: `curve`, a tanh, and `sum`, `curve` plus itself, go through all numbers once, equally fast in either layout.',
  disagree4:
    'This page imitates the compiler (the *simulated compiler*). The picture shows the layouts on the boxes and the copies on the arrows.',
  askedLayout: 'Layout that you ask for, for operand 0 of out',
  compilerChooses: 'Leave it to the compiler',
  askFor: 'Ask for {layout}',
  programs: 'Program',
  chain: 'One user',
  copy: 'copy',
  noCopies: 'No copy: all layouts agree.',
  copiesOf: 'Copies: {count} (of {where}).',
  notYet: 'Nothing has been asked for yet: press “Ask for {layout}”.',
  source: 'Text of the program',
  copiesAsk:
    'You ask for `{0,1}` for `sum`. `out` reads it row after row, and `x` is stored row after row. How many copies does the compiler insert?',
  copiesRight:
    'Two: one of `x` into the layout that you asked for, before `curve`, and one of `sum` back to row after row, before `out`.',
  copiesWrong:
    'Two. `x` is copied into the layout that you asked for, because `curve` computes in it. `sum` then has it, too, but `out` still reads row after row: so `sum` is copied back. Ask for `{0,1}` and see.',

  propagateTitle: 'A layout propagates to operands',
  propagate1:
    'A request does not stay where you make it. The compiler hands it back, from the user to the instruction that computes the array, and on to the operands of that one. Press *Ask for {0,1}*, then › for each step of the request.',
  propagate2:
    'An [elementwise] operation, here tanh and add, takes the layout and asks the same of its operands: the request passes. A parameter, a matrix product and a transpose keep their layout: there the request stops, and if the two layouts differ, a copy is inserted.',
  propagate3:
    'Press *A transpose*. A [transpose] exchanges rows and columns: `turned` is `x` with a row for each column. It takes the layout in which no number needs to move: `x` has `{1,0}`, so `turned` gets `{0,1}`, and the memory stays as it is. Ask for `{0,1}`: `sum` reads `turned` like that, and the only copy is the one before `out`.',
  readers: 'Two users',
  transposed: 'A transpose',
  propagationSteps: 'Steps of the propagation',
  stepBegin: '{layout} is asked for operand 0 of {name}.',
  stepNone: 'Press › to watch where the layout goes.',
  stepTake: '{name} takes {layout}.',
  stepKeep: '{name} keeps its own layout. {layout} stops here.',
  stepStop: 'The request ends at {name}: its operands are read as {layout} anyway.',
  readersAsk:
    'Press *Two users*: now a second matrix product, `other`, reads `curve`, too, row after row. You ask for `{0,1}` for operand 0 of `out`. How many copies are there?',
  readersRight:
    'Two as before, and one more: the layout has reached `curve`, which is now stored column after column, but `other` reads it row after row and needs a copy.',
  readersWrong:
    'The layout propagates from `sum` to `curve`, which is then stored column after column. `other` reads it row after row and needs a copy: with the two from before, three. Ask for `{0,1}` and go to the last step.',

  measuredTitle: 'One layout, measured',
  measured1:
    'This is `capsule`, one of the examples of this page. It was compiled with many layouts, and each run time was measured on one processor core.',
  measured2:
    'One choice of all layouts of a program is called a [configuration]. These two differ in one layout: that of operand 0 of a reshape. A reshape keeps the numbers and arranges them in an array of other dimensions. The operand has four dimensions, so its layout has four numbers. On the left it is that of the program; on the right, `{1,0,3,2}` is forced.',
  measured3:
    'The run times are measured; the copies are those that the simulated compiler inserts. With its own layouts, the program copies an array of 655 kB once, to the layout that the reshape reads. With the other one, it copies the array twice: to the layout asked for, and from there to the one that the reshape reads.',
  programLayouts: 'Layouts of the program',
  otherLayout: 'One other layout',
  extraCopies: 'Copies that only this one needs: {count}',
  changedTo: 'layout {to} instead of {from}',
  copyOf: 'copy of {name} from {from} to {to}, {bytes}',
  noExtraCopies: 'It needs no copy that the other does not need.',
  predictFirst: 'Answer or skip the question',
  slowerAsk: 'The program takes 0.63 ms with its own layouts. How long does it take with the other one?',
  slowerRight:
    'More than twice as long, for the same results. One copy more, and the program takes 0.78 ms longer than before: more than the old copy and all the rest took together. So size alone does not tell how long a copy takes. The old one only moves numbers within blocks of 512 bytes (16 × 8 numbers of 4 bytes); the first of the two new ones puts neighbours 41 kB apart (10 × 128 × 8 numbers), each in another cache line.',
  slowerWrong:
    'It takes more than twice as long, for the same results. One copy more, and the program takes 0.78 ms longer than before: more than the old copy and all the rest took together. So size alone does not tell how long a copy takes. The old one only moves numbers within blocks of 512 bytes (16 × 8 numbers of 4 bytes); the first of the two new ones puts neighbours 41 kB apart (10 × 128 × 8 numbers), each in another cache line.',

  ownTitle: 'The program on the main page',
  own1: 'These instructions of the program on the main page move data only: copies, transposes and reshapes, with the bytes that they read and write. Transposes and reshapes that need not move anything are left out.',
  own2: 'On the main page, the list *Conflicts* shows all of them, and the copies that another configuration needs.',
  ownNone: 'No program is open, or its costs are not estimated yet.',
  ownCaption: 'Instructions that only move data: {count}, the {shown} largest',
  ownEmpty: 'No copy, transpose or reshape of this program moves data.',
};
