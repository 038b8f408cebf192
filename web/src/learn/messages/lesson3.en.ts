export const en = {
  graphLabel: 'Graph of the program',
  component: 'Number of the state',
  rows: 'Rows of all arrays but w',
  node: 'node',
  state: 'state: 16 numbers',
  numberHead: 'number {i}',
  stateIs: '{name}: number {i} of the state is {value}',
  afterStep: 'after step {step}',

  featuresTitle: 'An instruction becomes a row of numbers',
  features1:
    'A network computes with numbers. So each instruction, a [node] of the graph, becomes a row of 144 numbers, its [feature|features]: the type and the sizes of its result, and more. Its opcode comes beside them, as a number of its own.',
  features2:
    'Sizes go from 1 to billions. A network learns best from numbers of similar size, so it receives them as logarithms: n becomes log₂(1 + n) / 30. So 0 stays 0, 1 becomes 0.033, and 2 to the power of 30 becomes about 1.',
  features3:
    'Select an instruction in the graph, and change the number of rows. Solid arrows come from the operands of the selected node, dashed ones go to its users. The table shows the features that are not the same for all instructions of this program.',
  featuresOf: '{name}: {opcode}, {shape}',
  featuresCaption: 'Features of {name}',
  column: 'feature',
  valueHead: 'in the program',
  givenHead: 'given to the network',
  others: '{same} more are not 0 but the same in all seven rows; {zero} are 0 in all.',
  differAsk: 'Compare `left` and `right`. In how many of their 144 features do they differ?',
  differRight:
    'Same opcode, same shape, same row. That one reads a product and the other a parameter is in the graph, and no feature says it.',
  differWrong:
    'A row describes one instruction: its opcode and its shape, and both have the same. What they read is in the graph, and no feature says it.',

  embeddingTitle: 'Embedding: from features to a state',
  embedding1:
    'The number of an opcode says nothing: opcode 40 is not twice opcode 20. So the network has learned 16 numbers for each opcode. It puts them in front of the 144 features, multiplies all 160 by learned [weight|weights] and adds them up. It does so 16 times, each time with other weights: 16 sums a.',
  embedding2:
    'The 16 sums are brought to a common scale (mean 0, standard deviation 1), so that none grows too large. Then each is multiplied by a learned γ, and a learned β is added. Negative results become 0. What remains is the [state] of the node, 16 numbers that describe it: an [embedding]. Nobody has given these numbers a meaning; training has.',
  embedding3:
    'All numbers here are computed with the weights of the graph network that this page offers as a model. It consists of three networks and takes the mean of their results; this is the first. Select a node and one of the 16 numbers: the formula shows where it comes from. The stronger the colour of a square, the larger the number.',
  stripsCaption: 'First state of each node',
  embeddingFormula: 'Formula of one number of the first state',
  opcodePart: 'from the opcode',
  featurePart: 'from the features',
  biasPart: 'constant',
  meanTerm: 'μ, mean of the 16 sums',
  deviationTerm: 'σ, their standard deviation',
  gainTerm: 'γ',
  offsetTerm: 'β',

  toyTitle: 'A message passing step by hand',
  toy1: 'So far each node has only seen itself. [message passing|Message passing] brings in the graph: in each step, a node looks at the states of its operands and at those of its users, and adds something to its own.',
  toy2: 'Here a state h is one number only. The node takes the mean of its operands, m with index op, and that of its users, m with index us; a mean over nothing is 0. Three weights u, v and w say how much of each is added. If the sum is negative, nothing is added.',
  toy3: 'All numbers are yours to change. Select a node to see its sum, and play the steps. All nodes take a step at the same time: each reads the numbers *before* the step.',
  toyTimeline: 'Steps by hand',
  toyAt: 'After step {step}, {name} is {value}',
  toyIs: '{name}: {before}, after the next step {after}',
  toyFormula: 'Formula of the number of a node after a step',
  ownTerm: 'h: {name} itself',
  operandsTerm: 'mean of its operands',
  usersTerm: 'mean of its users',
  toyCaption: 'The numbers of the nodes',
  startHead: 'at the start',
  nowHead: 'after step {step}',
  nextHead: 'after step {step}',
  startOf: 'Number of {name} at the start',
  ownWeight: 'u, for the node itself',
  operandsWeight: 'v, for the mean of the operands',
  usersWeight: 'w, for the mean of the users',
  toyReset: 'Original numbers',
  sumAsk:
    'With the original numbers, v is 1, u and w are 0, and after the first step `left` is 5, `right` is 3 and `sum` is 1. What is `sum` after the second step?',
  sumRight: 'The mean of 5 and 3 is 4, and it is added to the 1 that `sum` had before.',
  sumWrong:
    '`sum` has the operands `left` and `right`: 5 and 3 before the second step, and their mean is 4. It is added to the 1 that `sum` had: 5. What `left` and `right` become in the second step arrives only with the third.',

  messageTitle: 'The same step in the network',
  message1:
    'The network does the same with 16 numbers in place of one. U, V and W are tables of 16 × 16 weights, found in training. Before negative results become 0, the 16 sums are scaled as in the embedding.',
  message2:
    'It takes two steps, each with weights of its own. Choose a step, a node and one of the 16 numbers: the formulas show how this number changes in the next step, or in the last one at the end.',
  message3: 'Point at a term, and the nodes that it comes from light up. Then watch `left` and `right`.',
  stepTimeline: 'Steps of the network',
  statesCaption: 'States after step {step}',
  pairAt: 'After step {step}: left {left}, right {right}',
  stepOfNode: '{name} in step {step}:',
  stepFormula: 'Formula of one number of the state after a step',
  sumFormula: 'Formula of the sum of own state, operands, users and a constant',
  ownPart: 'from itself',
  operandsPart: 'from its operands',
  usersPart: 'from its users',
  pairAsk: '`left` and `right` begin with the same state. When can the network tell them apart?',
  pairNever: 'Never: their features are the same.',
  pairFirst: 'After the first step.',
  pairSecond: 'After the second step.',
  pairRight:
    'In the first step `left` receives the state of `product`, and `right` that of `y`. These two were different from the beginning.',
  pairWrong:
    'They read different nodes: in the first step `left` receives the state of `product`, and `right` that of `y`, which were different from the beginning. Move to step 1 and compare the two rows.',

  fieldTitle: 'The receptive field',
  field1:
    'After one step, a state depends on its neighbours in the graph; after two, also on the neighbours of these. The nodes that can change a state are its [receptive field].',
  field2:
    'Try it: select a node. All numbers of its first state are raised, and the network computes the states of all nodes once more. Δ says how far each state has moved.',
  field3:
    'Only nodes that are as many arrows away as there were steps, or fewer, can move: the shaded ones. The others do not move at all, whatever the weights are. Arrows count in both directions, so a node can change exactly the nodes that can change it.',
  amount: 'Raised by',
  fieldTimeline: 'Steps of the network',
  fieldIs: 'After step {step}, {name} can have changed {count} of {of} states.',
  changesCaption: 'How far the states have moved after step {step}, if that of {name} is raised',
  reachAsk:
    'The network takes two steps. How many of the seven nodes are in the receptive field of `sum`, itself included?',
  reachRight: '`sum` itself, `left` and `right` one arrow away, `product` and `y` two. `x` and `w` are three away.',
  reachWrong:
    'Count arrows from `sum`: `left` and `right` are one away, `product` and `y` two, `x` and `w` three. With `sum` itself, five are within two steps. Select `x` and look at `sum`: its state does not move.',

  ownTitle: 'In the program of the window',
  own1: 'Choose an instruction of the program that is open in the window. The bars count the nodes of its receptive field after each number of steps; this network takes two, the row in bold. Whatever is further away, it does not see.',
  own2: 'Below are the states of the instruction, computed with the weights of the graph network.',
  own3: 'What are they for? For each layout the page first estimates costs, such as the time to read an array across its layout. The network corrects each estimate: it computes a factor from the state and from the features of the layout. The corrected costs of all instructions are combined into one number, the score.',
  ownNone: 'No program is open. Open one in the window, or choose an example.',
  ownArrays:
    'The file of this program has arrays, but no HLO text. Open a program with HLO text, or choose an example.',
  ownWait: 'Reading the program of the window…',
  ownChoose: 'Instruction',
  ownCaption: 'Nodes in the receptive field of {name}',
  ownSteps: 'steps: {steps}',
  ownShare: 'The network sees {count} of {of} nodes from here: {percent} %.',
  ownStates: 'States of {name}',
  stepsHead: 'step',
};
