export const en = {
  configuration: 'Configuration',
  runTime: 'Run time',
  score: 'Score (lower is faster)',
  scoreOf: 'Score of {name}',
  timeOf: 'Run time of {name}',
  measuredTimes: 'Measured run times',
  push: 'Push (−gradient)',
  program: 'Program',
  slower: 'slower',
  faster: 'faster',
  hinge: 'Pairwise hinge',
  squaredError: 'Squared error',

  tauTitle: 'Two orders, one number',
  tau1: 'One program was compiled with five different layouts, five [configuration|configurations] A to E, and each was run. A model gives each a [score]; it should be low for the fast ones.',
  tau2: 'On the left they stand in the order of their run times, on the right in the order of their scores, the fastest on top. Where two of the connections cross, the model has a pair in the wrong order.',
  tau3: '[tau|Kendall’s τ] is computed from these pairs: 1 if no connections cross, −1 if all do, about 0 for a model that knows nothing. Drag or type run times and scores.',
  ordersLabel: 'Order of the run times and order of the scores',
  byTime: 'by run time',
  byScore: 'by score',
  byPrediction: 'by prediction',
  tauFormula: 'Formula of Kendall’s tau',
  tauIs: 'Kendall’s tau is {tau}',
  concordant: 'C: pairs in order',
  discordant: 'D: crossings',
  tied: 'T: equal scores',
  tiedTimes: 'U: equal run times',
  neighboursAsk: 'All five are in the right order. Now two neighbours change places. What is τ?',
  neighboursRight:
    'One of ten pairs is wrong: (9 − 1) / 10. When two that are not neighbours change places, more pairs are wrong and τ is lower.',
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
    'The pairwise hinge looks at each pair of a slower and a faster configuration. The score of the slower one should be higher by at least 1, the [margin]; what is missing is the loss of the pair. The grid shows it.',
  hinge3:
    'A pair with something missing pushes: its slower score up, its faster score down. A pair at 0 does not push. The arrows add up what all pairs push; press *Play*. The measured run times of B and D differ by less than 2 %, which is [noise]. So the loss leaves their pair out: its cell, row D, column B, shows –. τ still counts it.',
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
    'Each pair should be 1 apart, and here even the first and the last differ by 0.4 only. With the margin, the order stays right when the scores of another program come out a little different.',
  marginWrong:
    'The order is right, but each pair should differ by at least 1. Here neighbours differ by 0.1, and even the first and the last by 0.4 only: every pair that counts has something missing, so the loss is more than 0.',

  listTitle: 'ListMLE: the whole order at once',
  list1:
    'ListMLE turns scores into chances. Imagine that one configuration is picked at random: the lower its score s, the higher its chance, in proportion to e to the power of −s. Then the next is picked from the others, until none is left.',
  list2:
    'The right order is that of the run times: the fastest is picked first, the slowest last. Each bar shows the chance that a pick is right, if all before it were right. The loss is the mean of −log of these chances: 0 if all are 100 %.',
  list3:
    'Look at the arrows before the first step: all scores are equal, and B, the fastest, and C, the slowest, are pushed most. With equal scores there is no order to compare, so τ is shown as –. Press *Play*. With the hinge, the arrows vanish once all pairs that count are 1 apart; with ListMLE they only become shorter.',
  list4:
    'The hinge looks at pairs, ListMLE at the whole order. So ListMLE takes the order of B and D as right, too, although it is noise.',
  listFormula: 'Formula of ListMLE',
  chancesCaption: 'Chance of being picked next, from the fastest to the slowest',
  chanceFirst: 'chance of the fastest',
  equalAsk: 'All five scores are equal. On average, all five picks are right once in … tries?',
  equalRight:
    'Equal scores make equal chances: one in 5 for the first pick, then one in 4, in 3 and in 2. The product is one in 5 · 4 · 3 · 2 · 1 = 120, the number of orders of five configurations.',
  equalWrong:
    'Multiply the chances of the bars: one in 5 for the first pick, then one in 4, in 3 and in 2; the last pick is always right. The product is one in 120.',

  noiseTitle: 'Ties and noise',
  noise1:
    'Even measured run times are not exact. Each point is one configuration of a real program, measured twice. On the diagonal, both measurements agree.',
  noise2:
    'Where run times differ little, a pair often has the other order in the second measurement. No model can agree with both. Equal run times, a tie, have no order at all: τ counts their pair neither as right nor as wrong.',
  noise3:
    'So pairs whose run times differ by too little are left out. Raise the smallest difference that counts: fewer pairs remain. Of those that remain, a larger share mostly has the same order in both measurements.',
  scatterLabel: 'Run times of two measurements of each configuration',
  firstPass: 'first measurement (ms)',
  secondPass: 'second measurement (ms)',
  marginLabel: 'Smallest difference that counts',
  tauOfPasses: 'τ of the two measurements',
  pairsLeft: 'pairs that count',
  pairsAlike: 'in the same order twice',
  againAsk:
    'The configurations of `shufflenet_nchw` differ by about 10 % at most. What is τ between two measurements of them?',
  againRight:
    'Even a second measurement reaches no more than this. So no model can come near τ = 1 here: a part of the measured order is noise, which cannot be predicted.',
  againWrong:
    'Choose the program above. Many of its configurations differ by less than the noise, so the two orders have little in common.',

  trainTitle: 'Train three rankers',
  train1:
    'A network of 145 [weight|weights] sees seven [feature|features] of a configuration: sizes of the layout copies and loops that the simulated compiler adds or saves, and how many layouts change. It learns from {trainedCount} measured programs.',
  train2:
    'Three such networks start from the same weights, chosen at random by the [seed], and differ in their loss alone. The solid curves show τ on {heldOutCount} programs that are [held out], the dashed ones on those that the networks learn from.',
  train3:
    'A configuration runs for between 0.2 and 24 milliseconds, mostly depending on the program. The features only say what a configuration changes in its program, not how long the program takes.',
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
    'Most of the squared error is the difference between programs, which the features cannot explain. The other two losses compare configurations of the same program only. Try other seeds: the result stays.',
  worstWrong:
    'Train them and see. The squared error spends its effort on how long each program takes, which the features cannot explain; the other two compare configurations of the same program only.',

  ownTitle: 'The program that is open in the window',
  own1: 'Each point is a configuration of the program in the window: its score by the model that is chosen there, and its measured run time.',
  own2: 'In a good ranking the points rise from left to right: a higher score, a longer run time. They need not lie on a straight line, because only the order of the scores counts.',
  ownNone: 'No program is ranked yet. Open one in the window, or choose an example.',
  ownUnmeasured: 'The file of this program has no measured run times to compare with. The examples have.',
  ownLabel: 'Scores and measured run times of the configurations',
  ownTime: 'run time (ms)',
  ownPairs: 'pairs in order',
};
