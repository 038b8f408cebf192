export const en = {
  graphLabel: 'Graph of the program',
  component: 'j: which number (1 to 16)',
  rows: 'Rows of all arrays but w',
  node: 'node',
  state: 'state: 16 numbers',
  numberHead: 'number {i}',
  stateIs: '{name}: number {i} of the state is {value}',
  afterStep: 'after round {step}',

  featuresTitle: 'An instruction becomes a row of numbers',
  features1:
    'A neural network is a long calculation with [weight|weights], numbers that were found by training: they were changed until its scores put the configurations of measured programs in the right order. Here it shall tell which layouts are fast. It computes with numbers only, so each instruction, a [node] of the graph, becomes a row of 144 numbers, its [feature|features]: the type and the sizes of its result, and more. Its opcode comes beside them, as a number of its own.',
  features2:
    'Sizes go from 1 to billions. A network learns best from numbers of similar size, so large numbers are shrunk: n becomes log₂(1 + n) / 30. That turns 1 into 0.033, about 1,000 into 0.33 and a billion into about 1: each doubling of a large n adds 1/30.',
  features3:
    'Select an instruction in the graph, and change the number of rows. Thick solid arrows come from the operands of the selected node, thick dashed ones go to its users. The table shows the features that are not the same for all seven instructions.',
  featuresOf: '{name}: {opcode}, {shape}',
  featuresCaption: 'Features of {name}',
  column: 'feature',
  valueHead: 'in the program',
  givenHead: 'given to the network',
  others: '{same} more are not 0 but the same for all seven instructions; {zero} are 0 for all.',
  differAsk: '`left` and `right` are both a tanh. In how many of their 144 features do they differ?',
  differRight:
    'Same opcode, same shape, same features. One reads a product, the other a parameter: only the graph shows it, no feature does.',
  differWrong:
    'The features describe an instruction itself, and both are a tanh of the same shape. What they read, only the graph shows.',

  embeddingTitle: 'Embedding: from features to a state',
  embedding1:
    'The number of an opcode says nothing: opcode 40 is not twice opcode 20. So the network has learned 16 numbers for each opcode. It puts them in front of the 144 features, multiplies all 160 by weights and adds them up, with a learned constant b. It does so 16 times, each time with other weights: 16 sums a.',
  embedding2:
    'So that none grows too large, the mean μ of the 16 sums is taken away from each, and the rest is divided by σ, their usual distance from the mean. Then comes a learned factor γ and a learned addend β; max(0, …) turns negative results into 0. The results, 16 numbers h, are the [state] of the node: an [embedding], numbers that stand for it. Nobody chose them: they are computed, with weights that came out of training.',
  embedding3:
    'All numbers here come from a real, trained network of this page. Select a node and j, one of the 16 numbers: the formula shows where it comes from. The stronger the colour of a square, the larger the number.',
  stripsCaption: 'First state of each node',
  embeddingFormula: 'Formula of one number of the first state',
  opcodePart: 'from the opcode',
  featurePart: 'from the features',
  biasPart: 'constant b',
  meanTerm: 'μ, mean of the 16 sums',
  deviationTerm: 'σ, their standard deviation',
  gainTerm: 'γ',
  offsetTerm: 'β',

  toyTitle: 'A round of message passing by hand',
  toy1: 'So far each node has only seen itself. [message passing|Message passing] brings in the graph: in each round, a node looks at the states of its operands and at those of its users, and adds something to its own.',
  toy2: 'Here a state h is one number only. m with index op is the mean of the numbers of a node’s operands, m with index us that of its users; where there are none, it is 0. Three weights c say how much of each is added. If the total is negative, nothing is added. h′ is the number after the round.',
  toy3: 'All numbers are yours to change. Select a node to see how its new number is computed, and play the rounds. All nodes take a round at the same time: each reads the numbers *before* the round.',
  toyTimeline: 'Rounds by hand',
  toyAt: 'After round {step}, {name} is {value}',
  toyIs: '{name}: {before}, after the next round {after}',
  toyFormula: 'Formula of the number of a node after a round',
  ownTerm: 'h: {name} itself',
  operandsTerm: 'mean of its operands',
  usersTerm: 'mean of its users',
  toyCaption: 'The numbers of the nodes',
  startHead: 'at the start',
  nowHead: 'after round {step}',
  nextHead: 'after round {step}',
  startOf: 'Number of {name} at the start',
  ownWeight: 'weight of the node itself',
  operandsWeight: 'weight of the operands',
  usersWeight: 'weight of the users',
  toyReset: 'Original numbers',
  sumAsk:
    'With the original numbers, the weight of the operands is 1 and the other two are 0. After the first round `left` is 5, `right` is 3 and `sum` is 1. What is `sum` after the second round?',
  sumRight: 'The mean of 5 and 3 is 4, and it is added to the 1 that `sum` had before.',
  sumWrong:
    '`sum` has the operands `left` and `right`: 5 and 3 before the second round, and their mean is 4. It is added to the 1 that `sum` had: 5. What `left` and `right` become in the second round arrives only with the third.',

  messageTitle: 'The same round in the network',
  message1:
    'The network does the same with 16 numbers in place of one. Each C is a table of 16 × 16 weights, and C with index j is its row j: times the 16 numbers of a state, added up, it gives one number. μ, σ, γ and β are as in the embedding, with values of this round.',
  message2:
    'It takes two rounds, each with weights of its own. Choose a round, a node and j: the formulas show how this number changes in the next round, and after round 2 how it came about. Colours are scaled to the largest number after both rounds.',
  message3: 'Point at a term, and the nodes that it comes from light up. Then watch `left` and `right`.',
  stepTimeline: 'Rounds of the network',
  statesCaption: 'States after round {step}',
  pairAt: 'After round {step}: left {left}, right {right}',
  stepOfNode: '{name} in round {step}:',
  stepFormula: 'Formula of one number of the state after a round',
  sumFormula: 'Formula of the sum of own state, operands, users and a constant',
  ownPart: 'from itself',
  operandsPart: 'from its operands',
  usersPart: 'from its users',
  pairAsk: '`left` and `right` begin with the same state. When can the network tell them apart?',
  pairNever: 'Never: their features are the same.',
  pairFirst: 'After the first round.',
  pairSecond: 'After the second round.',
  pairRight:
    'In the first round `left` receives the state of `product`, and `right` that of `y`. These two were different from the beginning.',
  pairWrong:
    'They read different nodes: in the first round `left` receives the state of `product`, and `right` that of `y`, which were different from the beginning. Move to round 1 and compare the two rows.',

  fieldTitle: 'The receptive field',
  field1:
    'After one round, a state depends on its neighbours in the graph; after two, also on the neighbours of these. The nodes that can change a state are its [receptive field].',
  field2:
    'Try it: select a node. All 16 numbers of its first state are raised, and the network computes the states of all nodes once more. Δ says how far each state has moved: 16 numbers, each raised by 1, are a distance of √16 = 4.',
  field3:
    'Only nodes that are at most as many arrows away as there were rounds can move: the shaded ones; dashed boxes are out of reach. These do not move at all, whatever the weights are. Arrows count in both directions, so a node can change exactly the nodes that can change it.',
  amount: 'Each number raised by',
  fieldTimeline: 'Rounds of the network',
  fieldIs: 'After round {step}, {name} can have changed {count} of {of} states.',
  changesCaption: 'How far the states have moved after round {step}, if that of {name} is raised',
  reachAsk:
    'The network takes two rounds. How many of the seven nodes are in the receptive field of `sum`, itself included?',
  reachRight: '`sum` itself, `left` and `right` one arrow away, `product` and `y` two. `x` and `w` are three away.',
  reachWrong:
    'Count arrows from `sum`: `left` and `right` are one away, `product` and `y` two, `x` and `w` three. With `sum` itself, five are at most two away. Select `x` and look at `sum`: its state does not move.',

  scoreTitle: 'From states to the score',
  score1:
    'What are the states for? The operands and the output of `product` are arrays whose layouts can be chosen. Fixed formulas begin with the share of the program’s time that it takes to move such an array once: 0.141 for `x`, by estimate. From it follow four costs of a layout, the rows of the table:',
  costOrder:
    '*Across the program’s order*: the share, if neighbours in memory lie along another dimension than in the program.',
  costRows: '*Across row after row*: the share, if neighbours in memory do not lie along the last dimension.',
  costNeighbours:
    '*Neighbours in another order*: the share, times the fraction of arrays near by in the graph whose neighbours in memory lie along another dimension. These are parameters and other arrays with a choice of layout, at most seven arrows away.',
  costChanged:
    '*Changed at all*: a tenth of the share, if the layout is not that of the program. The layout in the program is the reference: what it costs already is taken away, so all four are 0 for it, and the difference can be negative.',
  score2:
    'The network corrects each cost by a factor. It takes 64 numbers that describe the array and the layout, the state of `product` and that of the node that computes the array: 96 numbers, which weights turn into 16 and then into four exponents θ. A factor is e ≈ 2.7 to the power of θ: more than 1 where the cost is too low, less where it is too high. From the last factor, 1 is taken away: a change as such costs nothing unless training finds that it does. The model has three such networks and takes the mean of their factors; the steps before showed the first.',
  score3:
    'The table is what this model computes, as *cost × factor*. The cost of a layout is 5 times the sum of its column, and z is the sum for all layouts of a configuration. Where several instructions read the same array, only the largest of its costs counts, because one copy can serve all. The score is 20 · ln(1 + z), with the natural logarithm (for negative z: −20 · ln(1 − z)): large sums shrink, but their order stays. Lower means faster. Choose other layouts.',
  costsCaption: 'Layouts of {name}: cost × factor',
  estimateHead: 'cost',
  output: 'output',
  operandNumber: 'operand {number}',
  termOrder: 'across the program’s order',
  termRows: 'across row after row',
  termNeighbours: 'neighbours in another order',
  termChanged: 'changed at all',
  costRow: '5 × sum',
  scoreIs: 'z = {sum}; score {shrunk} = {score}',
  bothAsk:
    'With 64 rows, changing only `x` to `{0,1}` gives the score 20.4; changing only `w`, 12.7. What does changing both give?',
  bothSum: '33.2, the sum (rounded).',
  bothLess: 'Less than 33.2.',
  bothMore: 'More than 33.2.',
  bothRight:
    'The costs are added, 1.77 + 0.89 = 2.67 (rounded), but the logarithm shrinks a large sum more than a small one: the score is 26.0.',
  bothWrong:
    'Only the costs z are added: 1.77 + 0.89 = 2.67 (rounded). The score comes after that, and the logarithm shrinks a large sum more than a small one: it is 26.0. Set both and see.',

  ownTitle: 'In the program on the main page',
  own1: 'Choose an instruction of the program that is open on the main page. The bars count the nodes of its receptive field after each number of rounds; this network takes two, the row in bold. Whatever is further away, it does not see.',
  own2: 'Below are the states of the instruction, by the same network, and what its layouts cost. Layouts can be chosen for matrix products (`dot`), `convolution` and `reshape`.',
  ownNone: 'No program is open. Open one on the main page, or choose an example.',
  ownArrays:
    'The file of this program has arrays, but no HLO text. Open a program with HLO text, or choose an example.',
  ownWait: 'Reading the program of the main page…',
  ownChoose: 'Instruction',
  ownCaption: 'Nodes in the receptive field of {name}',
  ownSteps: 'rounds: {steps}',
  ownShare: 'The network sees {count} of {of} nodes from here: {percent} %.',
  ownStates: 'States of {name}',
  noLayouts: 'No layout of {name} can be chosen.',
  stepsHead: 'round',
};
