export const en = {
  configuration: 'Configuration',
  runTime: 'Run time',
  score: 'Score (lower is faster)',
  scoreOf: 'Score of {name}',
  push: 'Push (−gradient)',
  program: 'Program',
  slower: 'slower',
  faster: 'faster',
  hinge: 'Pairwise hinge',
  squaredError: 'Squared error',
  percentUnit: '%',

  tauTitle: 'Two orders, one number',
  tau1: 'One program was compiled with five different layouts, five [configuration|configurations] A to E, and each was run. A model gives each a [score]; it should be low for the fast ones.',
  tau2: 'On the left they stand in the order of their run times, on the right in the order of their scores, the fastest on top. Where two lines cross, the model has a pair in the wrong order.',
  tau3: '[tau|Kendall’s τ] is computed from these pairs: 1 if no lines cross, −1 if all do, 0 for a model that knows nothing. Drag or type the scores.',
  ordersLabel: 'Order of the run times and order of the scores',
  byTime: 'by run time',
  byScore: 'by score',
  byPrediction: 'by prediction',
  tauFormula: 'Formula of Kendall’s tau',
  tauIs: 'Kendall’s tau is {tau}',
  concordant: 'C: pairs in order',
  discordant: 'D: crossings',
  tied: 'T: equal scores',
  neighboursAsk: 'All five are in the right order. Now two neighbours change places. What is τ?',
  neighboursRight: 'One of ten pairs is wrong: (9 − 1) / 10. Only neighbours that change places cost so little.',
  neighboursWrong: 'Five configurations make ten pairs. One of them is wrong now and nine are right: (9 − 1) / 10.',

  scaleTitle: 'Why order, and not time',
  scale1:
    'A compiler needs the fastest configuration, not its run time. Here the model predicts run times in milliseconds.',
  scale2: 'The [squared error] asks how far each prediction is from the run time. τ asks whether the order is right.',
  scale3:
    'Press *Near the mean*: the squared error is smaller than that of the halved predictions, yet most pairs are in the wrong order.',
  prediction: 'Prediction (ms)',
  predictions: 'Good predictions',
  halved: 'All halved',
  nearMean: 'Near the mean',
  squaredFormula: 'Formula of the mean squared error',
  both: 'Kendall’s tau is {tau}, the squared error {error}',
  halvedAsk: 'All good predictions are halved. Which of the two measures changes?',
  halvedBoth: 'Both.',
  halvedError: 'The squared error only.',
  halvedTau: 'τ only.',
  halvedRight: 'Half of a smaller number is still smaller than half of a larger one: the order stays, and with it τ.',
  halvedWrong:
    'Halving moves every prediction away from its run time, so the squared error grows. It changes no order, so τ stays. Press *All halved*.',

  hingeTitle: 'Pairwise hinge: push pairs apart',
  hinge1:
    'τ jumps when two scores change places and does not move in between. Training needs a [loss] with a slope, its [gradient].',
  hinge2:
    'The pairwise hinge looks at each pair of a slower and a faster configuration. The slower one’s score should be at least 1 higher; what is missing is the loss of the pair. The grid shows it.',
  hinge3:
    'The arrows show where a step moves each score. Press *Play*. B and D differ by less than 2 % in run time: that is noise, so their pair does not count.',
  hingeFormula: 'Formula of the pairwise hinge loss',
  pairsCaption: 'Missing difference of each pair',
  pairCount: '|P|: pairs that count',
  shortfallSum: 'sum of what is missing',
  descent: 'Steps of gradient descent',
  descentAt: 'loss {loss}, Kendall’s tau {tau}',
  marginAsk: 'All scores are in the right order, but only 0.1 apart. What is the loss?',
  marginZero: '0, for the order is right.',
  marginPositive: 'More than 0.',
  marginRight:
    'Each pair should be 1 apart. This margin keeps a right order right when the scores change a little on another program.',
  marginWrong:
    'The order is right, but each pair should differ by at least 1, and most differ by less. The loss is 0 only beyond this margin.',

  listTitle: 'ListMLE: the whole order at once',
  list1:
    'ListMLE reads the scores as chances. Draw one configuration: the chance of each is in proportion to e to the power of minus its score. Then draw the next from the others, until none is left.',
  list2:
    'The bars show the chance that each draw takes the fastest that is left, in the order of the run times. ListMLE makes the product of these chances as large as it can.',
  list3: 'Press *Play*, then look at the arrows: at first, B, the fastest, and C, the slowest, are pushed most.',
  listFormula: 'Formula of ListMLE',
  chancesCaption: 'Chance of being drawn next, from the fastest to the slowest',
  chanceFirst: 'chance of the fastest',
  equalAsk: 'All five scores are equal. What is the chance that the fastest is drawn first?',
  equalRight: 'Equal scores make equal chances: one in five. The order as a whole has one chance in 120.',
  equalWrong:
    'Equal scores make equal chances. Of five configurations, each is drawn first with a chance of one in five.',

  noiseTitle: 'Ties and noise',
  noise1:
    'Even the truth is not exact. Each point is one configuration of a real program, measured twice. On the line, both measurements agree.',
  noise2: 'Where run times differ little, the second measurement orders them anew. No model can agree with both.',
  noise3:
    'So pairs whose run times differ by less than a margin are left out. Raise the margin: fewer pairs remain, and the two measurements agree on more of them.',
  scatterLabel: 'Run times of two measurements of each configuration',
  firstPass: 'first measurement (ms)',
  secondPass: 'second measurement (ms)',
  marginLabel: 'Smallest difference that counts',
  tauOfPasses: 'τ of the two measurements',
  pairsLeft: 'pairs that count',
  pairsAlike: 'in the same order twice',
  againAsk:
    'The configurations of `shufflenet_nchw` differ by about 10 % at most. What is τ between two measurements of them?',
  againRight: 'A model that reached a higher τ on one of the two measurements would have learned its noise.',
  againWrong:
    'Choose the program above. Most of its configurations differ by less than the noise, so the two orders have little in common.',

  trainTitle: 'Train three rankers',
  train1:
    'A network of 145 weights sees seven features of a configuration: sizes of the copies and loops that the simulated compiler adds or saves, and how many layouts change. It learns from {trainedCount} measured programs.',
  train2:
    'Three copies of it start from the same weights and differ in their loss alone. The solid curves show τ on {heldOutCount} programs that are [held out], the dashed ones on those it learns from.',
  train3: 'The run times of the programs lie between 0.2 and 24 milliseconds. The features say nothing about that.',
  train: 'Train',
  pause: 'Pause',
  reset: 'Reset',
  seed: 'Seed',
  chart: 'Kendall’s tau by epoch for three losses',
  epoch: 'epoch (each program once)',
  heldOut: 'held out',
  trained: 'trained on',
  trainingDone:
    'Done. Kendall’s tau on held-out programs: squared error {mse}, pairwise hinge {hinge}, ListMLE {listmle}',
  worstAsk: 'Which loss orders the held-out programs worst?',
  worstSquared: 'Squared error of the logarithm of the run time',
  worstHinge: 'Pairwise hinge',
  worstList: 'ListMLE',
  worstRight:
    'Most of its error is the difference between programs, which the features cannot explain. The other two compare configurations of the same program only. Try other seeds: the result stays.',
  worstWrong:
    'Train them and see. The squared error spends its effort on how long each program takes, which the features cannot explain; the other two compare configurations of the same program only.',

  ownTitle: 'The program that is open in the window',
  own1: 'Each point is a configuration of the program in the window: its score by the model that is chosen there, and its measured run time.',
  own2: 'A good ranking rises from left to right. It need not be a line: scores are not times.',
  ownNone: 'No program is ranked yet. Open one in the window, or choose an example.',
  ownUnmeasured: 'The file of this program has no measured run times to compare with. The examples have.',
  ownLabel: 'Scores and measured run times of the configurations',
  ownTime: 'run time (ms)',
  ownPairs: 'pairs in order',
};
