export const en = {
  graphLabel: 'Graph of the program and its segments',
  nodes: 'nodes',
  configurations: 'configurations per step',
  layers: 'message passing steps',
  width: 'numbers in a state',
  segment: 'segment',
  segments: 'segments',
  size: 'nodes in a segment',
  seed: 'Seed',
  wholeGraph: 'whole graph',

  memoryTitle: 'Why a graph can be too large',
  memory1:
    'The network of lesson 3 computes one state for each node. Other graph networks, called *early-join*, put the layouts of a configuration among the features of the nodes, before any message is passed. So each node has a state for each configuration.',
  memory2:
    'Training needs the [gradient]. It is computed from the score back to the features ([backpropagation]): how much a weight should change depends on the states that it was multiplied by. So the states of all message passing steps are kept until the gradient has been computed. The trained model needs no gradient when it is used, and reads graphs whole.',
  memory3:
    'TpuGraphs, a public collection of programs for training such networks, has graphs of up to {nodes} nodes. Change the four numbers to see what the states take, with 4 bytes for each number.',
  memoryFormula: 'Formula of the memory of the states',
  memoryCaption: 'Memory of the states of one training step',
  oneSegment: '5,000 nodes of it',
  segmentsAsk: 'A graph of {nodes} nodes is cut into segments of at most {size} nodes. How many segments are there?',
  segmentsRight:
    'Eight full segments and a smaller one. If only one of them is trained on at a time, the states take about a ninth.',
  segmentsWrong:
    '{nodes} / {size} is {factor}: eight full segments and a smaller one. If only one of them is trained on at a time, the states take about a ninth.',

  cutTitle: 'Cut the graph into segments',
  cut1: 'The trainer of this project cuts a graph in the order in which its nodes are numbered, here that of the lines in the text: the first ones are [graph segment|segment] 1, the next ones segment 2, and so on. Each node belongs to one segment. Change the size, and choose a segment, in the graph or with the field.',
  cut2: 'The early-join network of this lesson is simpler than that of lesson 3: its messages go one way only, from operands to those who read them. A segment takes along what its states depend on, the dashed nodes: with two message passing steps, its operands outside and the operands of these.',
  cut3: 'Each segment has an [embedding], the sum of what its own nodes contribute. The embeddings of all segments are added, and the score is computed from the sum.',
  segmentNeeds: 'Segment {segment} takes along: {names}.',
  segmentAlone: 'Segment {segment} takes nothing along.',
  segmentShort: '· {segment}',
  cutArrows: 'arrows between segments',
  takenAlong: 'nodes taken along',
  sumAsk:
    'All segments are computed with the same weights, and their embeddings are added. How does the sum compare with that of the whole graph?',
  sumSame: 'It is the same.',
  sumLost: 'Something is missing: the messages along cut arrows.',
  sumLarger: 'It is larger: nodes that are taken along count twice.',
  sumRight:
    'A node contributes in its own segment only, and it has the same state there as in the whole graph, because everything that its state depends on was taken along.',
  sumWrong:
    'Messages along cut arrows arrive, since the nodes that they come from are taken along. And these nodes do not contribute to the embedding: each node contributes in its own segment only.',

  stepTitle: 'A training step',
  step1:
    'In each step one segment, chosen at random, is computed anew and trained on: the *fresh* one. This is Graph Segment Training (Cao et al., 2023). Only its states must be in memory.',
  step2:
    'For the others the step uses [cached] embeddings: what was computed for them last. So the score is still one of the whole graph.',
  step3:
    'Cached embeddings are out of date (see the next page), so it helps to leave some out. Each is left out with probability p, the [dropout]. The fresh one then stands for those as well: it is multiplied by η, that is 1 plus the mean number of embeddings left out. Play the steps: the mean factor of each segment comes near 1.',
  dropout: 'p, dropout of cached embeddings',
  stepsLabel: 'Training steps',
  stepAt: 'Step {step}: segment {fresh} is fresh; cached: {cached}; dropped: {dropped}.',
  usesCaption: 'Embeddings of the segments in this step',
  embedding: 'embedding',
  factor: 'factor',
  meanFactor: 'mean so far',
  freshUse: 'fresh',
  firstUse: 'cached, computed just now',
  cachedUse: 'cached, age {age}',
  droppedUse: 'dropped',
  stepFormula: 'Formula of the sum of embeddings in a step',
  freshTerm: 'f: fresh',
  cachedTerm: 'C: cached',
  droppedTerm: 'dropped',
  etaAsk: 'There are 9 segments, and p is 0.5. By what is the fresh embedding multiplied?',
  etaRight: 'By 5: once for itself, and once for each of the 4 others that are dropped on average.',
  etaWrong:
    '0.5 · 9 + 1 − 0.5 is 5. Half of the 8 others are dropped on average, that is 4; the fresh embedding stands for these and for itself.',

  staleTitle: 'Cached embeddings are stale',
  stale1:
    'Training changes the weights in every step. A cached embedding was computed with the weights of an earlier step: it is *stale*.',
  stale2:
    'The chart shows an imagined training with a single weight that grows towards 1; the embedding of a segment is the weight times a number of its own. The thick line is the sum with the current weight, the thin one the sum that a step uses.',
  stale3:
    'Two things go wrong. Stale embeddings pull the sum to one side, its *bias*; embeddings that are left out make it jump, its *spread*. Raise p: fewer stale embeddings are used, so the bias becomes smaller and the spread larger.',
  rate: 'speed of the weight',
  staleLabel: 'Sum with the current weight and sum that each step uses',
  stepAxis: '{steps} steps',
  trueSum: 'with the current weight',
  usedSum: 'used in the step',
  bias: 'bias: mean error',
  spread: 'spread of the error',
  lagAsk: 'p is 0, so no embedding is left out, and the weight is growing. The sum that a step uses is …',
  lagLow: 'too small.',
  lagRight: 'right on average.',
  lagHigh: 'too large.',
  lagRightText: 'All embeddings but the fresh one were computed in earlier steps, when the weight was smaller.',
  lagWrong:
    'With p = 0 every embedding but the fresh one comes from an earlier step, when the weight was smaller. Nothing makes up for that. Set p to 0: the thin line stays below the thick one.',

  measuredTitle: 'Measured: memory and accuracy',
  measured1:
    'We trained such a network on a synthetic program as large as the largest graph of TpuGraphs: {nodes} nodes and {configurations} configurations, {perStep} of them in each of {steps} steps.',
  measured2:
    'Memory is what training added to the peak memory of the process: {whole} MB for the whole graph, {cut} MB for segments of {size} nodes. It is less than the formula of the first page of this lesson says, because our trainer computes only those states that a configuration changes.',
  measured3:
    'Smaller is not always better: for each segment the trainer keeps the nodes that it takes along. Segments of {small} nodes took {smallMemory} MB.',
  trainedOn: 'trained on',
  dropoutHead: 'dropout',
  memoryHead: 'memory',
  tauHead: 'τ',
  seedsHead: 'both runs',
  megabytes: '{n} MB',
  segmentsOf: 'segments of {size}',
  sizesCaption: '{steps} steps, p = 0.5, two runs with different seeds',
  afterSizes:
    'Two runs that differ in the seed alone, the number that fixes what is chosen at random, differ by up to {most}: smaller differences mean little. Segments of {uneven} nodes leave a last segment of only 3,615 nodes, and about one step in three trains on that alone; two halves of {even} nodes do better in both runs.',
  hidden: 'τ appears after your prediction.',
  tauAsk:
    'Trained on the whole graph, the network ranks configurations that it has not seen with a [tau|τ] of {wholeTau}. What is τ after the same number of steps with segments of {size} nodes?',
  tauRight: 'Each step learns from one segment of {segments} only, and partly from stale embeddings.',
  tauWrong:
    'It is lower, because each step learns from one segment of {segments} only, and partly from stale embeddings. But it does not fall far: the cached embeddings stand for the rest of the graph.',

  dropoutsTitle: 'Measured: cached embeddings',
  dropouts1:
    'The same program, segments of {size} nodes, {steps} steps. With p = 0 all cached embeddings are used, with p = 1 none.',
  dropouts2: 'The last row is p = 0.5 once more, with {longSteps} steps in place of {steps}.',
  longRow: 'p = 0.5, {steps} steps',
  dropoutsCaption: 'Accuracy after {steps} steps, two runs each',
  worstAsk: 'Which p gives the lowest τ?',
  worstNone: 'p = 0: all cached embeddings, however stale.',
  worstHalf: 'p = 0.5: half of them.',
  worstAll: 'p = 1: no cached embeddings.',
  worstRight:
    'In both runs p = 1 is last and p = 0.25 is first: stale embeddings are better than none, and it helps to leave out some. More steps help more: {longSteps} of them bring τ to {longTau}, nearer to the {wholeTau} of the whole graph.',
  worstWrong:
    'Without cached embeddings each step guesses the score of the whole graph from one segment. In both runs p = 1 is last, and p = 0.25 is first: stale embeddings are better than none, and it helps to leave out some. More steps help more: {longSteps} of them bring τ to {longTau}.',

  ownTitle: 'The program of the window, cut',
  own1: 'This is how the trainer would cut the program that is open in the window. Change the number of nodes in a segment.',
  own2: 'The smaller the segments, the more arrows lead from one to another, and the more each takes along compared with its own nodes.',
  ownNone: 'No program is open. Open one in the window, or choose an example.',
  ownArrays: 'The file of this program has arrays, but no HLO. Open a program with HLO, or choose an example.',
  ownWait: 'Reading the program of the window…',
  trainedSegments: 'trained on',
  cutOf: '{cut} of {of} ({percent} %)',
  ownCaption: 'Nodes of a segment + nodes that it takes along: {shown} of {of} segments',
  segmentName: 'segment {segment}',
  ownKey:
    'The grey part of a bar is taken along. Only segments with a node whose state depends on the configuration are trained on; the bars of the others are faint.',
};
