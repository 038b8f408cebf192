export const en = {
  graphLabel: 'Graph of the program and its segments',
  nodes: 'nodes',
  configurations: 'configurations per training step',
  layers: 'message passing rounds',
  width: 'numbers in a state',
  segment: 'segment',
  segments: 'segments',
  size: 'nodes in a segment',
  seed: 'Seed',
  wholeGraph: 'whole graph',

  memoryTitle: 'Why a graph can be too large',
  memory1:
    'The network of lesson 3 computes one state for each node, and looks at the layouts only afterwards. Other graph networks, called *early-join*, put the layouts of a configuration among the features of the nodes, before any message is passed. So each node has a state for each configuration.',
  memory2:
    'A training step compares many configurations and then changes the weights against the [gradient]. That is computed from the score back to the features ([backpropagation]): how much a weight should change depends on the states that it was multiplied by. So the first states and those after each round are kept until then. The trained model needs no gradient when it is used, and reads graphs whole.',
  memory3:
    'TpuGraphs, a public collection of programs for training such networks, has graphs of up to {nodes} nodes. Change the four numbers to see what the states take, with 4 bytes for each number. In the formula, L + 1 is the rounds and the first states. The {narrow} at first are for one program and a narrow network; with 128 numbers in a state they are {wide}, more than many graphics cards have.',
  memoryFormula: 'Formula of the memory of the states',
  memoryCaption: 'Memory of the states of one training step',
  oneSegment: '5,000 nodes of it',
  segmentsAsk:
    'To save memory, a graph of {nodes} nodes is cut into pieces, *segments*, of at most {size} nodes. How many are there?',
  segmentsRight:
    'Eight full segments and a smaller one. If only one of them is trained on at a time, the states take about a ninth.',
  segmentsWrong:
    '{nodes} / {size} is {factor}: eight full segments and a smaller one. If only one of them is trained on at a time, the states take about a ninth.',

  cutTitle: 'Cut the graph into segments',
  cut1: 'Our training program cuts a graph in the order of its instructions: the first ones are [graph segment|segment] 1, the next ones segment 2, and so on. Each node belongs to one segment, the number after #. Change the size, and choose a segment, in the graph or with the field: it is yellow.',
  cut2: 'The early-join network of this lesson is simpler than that of lesson 3: its messages go one way only, from operands to those who read them. A segment takes along what its states depend on, the dashed nodes: with two rounds, its operands outside and the operands of these.',
  cut3: 'In lesson 3 an [embedding] was the state of one node. The *embedding of a segment* is a sum: for each of its own nodes, and for the first states and those after each round, take the state with a configuration minus the state without any, so that only what the layouts change counts, and add these up over the nodes. The embeddings of all segments are added, and the score is computed from that sum.',
  segmentNeeds: 'Segment {segment} takes along: {names}.',
  segmentAlone: 'Segment {segment} takes nothing along.',
  segmentShort: '#{segment}',
  cutArrows: 'arrows between segments',
  takenAlong: 'nodes taken along',
  sumAsk:
    'All segments are computed with the same weights, and their embeddings are added. How does the sum compare with that of the whole graph?',
  sumSame: 'It is the same.',
  sumLost: 'Something is missing: the messages along cut arrows.',
  sumLarger: 'It is larger: nodes that are taken along count twice.',
  sumRight:
    'A node counts in its own segment only, and it has the same state there as in the whole graph, because everything that its state depends on was taken along.',
  sumWrong:
    'Messages along cut arrows arrive, since the nodes that they come from are taken along. And these nodes do not count in the embedding: each node counts in its own segment only.',

  stepTitle: 'A training step',
  step1:
    'In each training step one segment, chosen at random, is computed anew and trained on: the *fresh* one. This is Graph Segment Training (Cao et al., 2023). Only its states, and those of the nodes that it takes along, must be kept for the gradient.',
  step2:
    'For the others the step uses stored ([cached]) embeddings: what was computed for them last. If there is none yet, it is computed now, but not trained on: its states need not be kept. So the score is still one of the whole graph.',
  step3:
    'Cached embeddings are out of date (see *Cached embeddings are stale*), so one can leave some out; whether that helps is measured in *Measured: cached embeddings*. Each is left out with probability p, the [dropout]. The fresh one then stands for those as well: it is multiplied by η = 1 + p (S − 1), for S segments: 1 for itself and p (S − 1) for the others, because on average that many are left out. The factor always uses this average, even if a step leaves out more or fewer. Play the steps: the mean factor of each segment comes near 1.',
  dropout: 'p, dropout of cached embeddings',
  stepsLabel: 'Training steps',
  stepAt:
    'Training step {step}: segment {fresh} is fresh; cached: {cached}; computed now, not trained on: {computed}; dropped: {dropped}.',
  usesCaption: 'Embeddings of the segments in this step',
  embedding: 'embedding',
  factor: 'factor',
  meanFactor: 'mean so far',
  freshUse: 'fresh',
  cachedUse: 'cached, age {age}',
  computedUse: 'computed now, not trained on',
  droppedUse: 'dropped',
  stepFormula: 'Formula of the sum of embeddings in a step',
  stepLegend:
    'E: the sum that the step uses; e: the embedding of a segment, f the fresh one, i one of C: those cached or computed now',
  freshTerm: 'fresh',
  cachedTerm: 'cached, or computed now',
  droppedTerm: 'dropped',
  etaAsk: 'There are 9 segments, and p is 0.5. By what is the fresh embedding multiplied?',
  etaRight: 'By 5: once for itself, and once for each of the 4 others that are dropped on average.',
  etaWrong:
    '1 + 0.5 · (9 − 1) is 5. Half of the 8 others are dropped on average, that is 4; the fresh embedding stands for these and for itself.',

  staleTitle: 'Cached embeddings are stale',
  stale1:
    'Training changes the weights in every step. A cached embedding was computed with the weights of an earlier step: it is *stale*.',
  stale2:
    'The chart shows an imagined training with a single weight that grows towards 1. The embedding of a segment is the weight times a fixed share; the shares add up to 1, so the sum should equal the weight. The thick line is the sum with the current weight, the thin one the sum that a step uses.',
  stale3:
    'Two things go wrong. Stale embeddings make the sum too small or too large on average (*bias*); leaving embeddings out makes it jump (*spread*; a little of it comes from the stale ones, too). Both numbers are means of {trainings} trainings with other random numbers; the chart shows one. Raise p: fewer stale embeddings are used, so the bias tends towards 0, and the spread becomes larger.',
  rate: 'how far the weight moves towards 1 in each step (share of what remains)',
  staleLabel: 'Sum with the current weight and sum that each step uses',
  stepAxis: '{steps} training steps',
  sumAxis: 'sum',
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
    'We trained such a network on a program made for this test, as large as the largest graph of TpuGraphs: {nodes} nodes and {configurations} configurations, {perStep} of them in each of {steps} training steps. Nothing was run: its run times come from a formula, with random noise added, and τ compares with these.',
  measured2:
    'Memory is the most that training added at any moment: {whole} MB for the whole graph, {cut} MB for segments of {size} nodes. It is less than the formula of *Why a graph can be too large* says, because our program computes only those states that a configuration changes.',
  measured3:
    'Smaller is not always better: small segments take along more nodes, and the lists of these are kept for all segments at once. Segments of {small} nodes took {smallMemory} MB.',
  trainedOn: 'trained on',
  dropoutHead: 'dropout',
  memoryHead: 'memory',
  tauHead: 'accuracy: τ',
  seedsHead: 'both runs',
  megabytes: '{n} MB',
  segmentsOf: 'segments of {size}',
  sizesCaption: '{steps} training steps, p = 0.5, two runs with different seeds',
  afterSizes:
    'Two runs that differ in the seed alone, the number that fixes what is chosen at random, differ by up to {most}. So the order among the segment sizes means little; the whole graph is first in both runs. Segments of {uneven} nodes take a little more memory than those of {even}, perhaps because there are three of them, the last with 3,615 nodes, and the lists of the nodes taken along are kept for all.',
  hidden: 'τ appears after your prediction.',
  tauAsk:
    'Trained on the whole graph, the network ranks configurations that it has not seen with a [tau|τ] of {wholeTau}. What is τ after the same number of steps with segments of {size} nodes, on average over both runs?',
  tauRight: 'Each step learns from one segment of {segments} only, and partly from stale embeddings.',
  tauWrong:
    'It is lower, because each step learns from one segment of {segments} only, and partly from stale embeddings. But it does not fall far; the cached embeddings explain only part of that (see *Measured: cached embeddings*).',

  dropoutsTitle: 'Measured: cached embeddings',
  dropouts1:
    'The same program, segments of {size} nodes, {steps} training steps. With p = 0 all cached embeddings are used, with p = 1 none.',
  dropouts2: 'The last row is p = 0.5 once more, with {longSteps} steps in place of {steps}.',
  longRow: 'p = 0.5, {steps} steps',
  dropoutsCaption: 'Two runs each, with {steps} steps unless stated',
  worstAsk: 'Which p gives the lowest τ?',
  worstNone: 'p = 0: all cached embeddings, however stale.',
  worstHalf: 'p = 0.5: half of them.',
  worstAll: 'p = 1: no cached embeddings.',
  worstRight:
    'In both runs p = 1 is last, so stale embeddings seem better than none. p = 0.25 is first in both, but its lead is smaller than the difference between two runs, so this is only a hint. With {longSteps} steps τ is {longTau} in the two runs, closer to the {wholeTau} of the whole graph.',
  worstWrong:
    'Without cached embeddings each step guesses the score of the whole graph from one segment: in both runs p = 1 is last. p = 0.25 is first in both, but its lead is smaller than the difference between two runs, so this is only a hint. With {longSteps} steps τ is {longTau} in the two runs, closer to the {wholeTau} of the whole graph.',

  ownTitle: 'The program on the main page, cut',
  own1: 'This is how our training program would cut the program that is open on the main page. Change the number of nodes in a segment.',
  own2: 'The smaller the segments, the more arrows lead from one to another, and the more each takes along compared with its own nodes.',
  ownNone: 'No program is open. Open one on the main page, or choose an example.',
  ownArrays: 'The file of this program has arrays, but no HLO. Open a program with HLO, or choose an example.',
  ownWait: 'Reading the program of the main page…',
  trainedSegments: 'trained on (layouts change states in them)',
  cutOf: '{cut} of {of} ({percent} %)',
  ownCaption: 'Nodes of a segment + nodes that it takes along: {shown} of {of} segments',
  segmentName: 'segment {segment}',
  ownKey: 'The grey part of a bar is taken along.',
  ownFaint: 'Faint bars are segments that are not trained on: no state in them depends on the configuration.',
};
