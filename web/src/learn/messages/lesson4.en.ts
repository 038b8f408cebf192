export const en = {
  configuration: 'Configuration',
  runTime: 'Run time',
  score: 'Score (lower is faster)',
  scoreOf: 'Score of {name}',
  timeOf: 'Run time of {name}',
  measuredTimes: 'Measured run times',
  push: 'Push',
  lossName: 'Loss L',
  program: 'Program',
  slower: 'row: slower',
  faster: 'column: faster',
  hinge: 'Pairwise hinge',
  squaredError: 'Squared error',

  tauTitle: 'Two orders, one number',
  tau1: 'One program was compiled with five different layouts, five [configuration|configurations] A to E, and each was run. A model, such as the network of lesson 3, gives each a [score], which may be any number; it should be low for the fast ones.',
  tau2: 'On the left they stand in the order of their run times, on the right in the order of their scores, the fastest on top. Where two of the connections cross, the model has a pair in the wrong order.',
  tau3: '[tau|Kendall’s τ] is computed from these pairs. Without ties it is 1 if no connections cross, −1 if all do, about 0 for scores in a random order. Drag or type run times and scores.',
  tau4: 'Two equal scores, or two equal run times, are a tie: the pair is neither right nor a crossing. Under the root stand the number of pairs whose scores differ and the number of pairs whose run times differ. Without ties, both are ten here, and so is the root.',
  ordersLabel: 'Order of the run times and order of the scores',
  byTime: 'by run time',
  byScore: 'by score',
  byPrediction: 'by prediction',
  tauFormula: 'Formula of Kendall’s tau',
  tauIs: 'Kendall’s tau is {tau}',
  concordant: 'R: pairs in the right order',
  discordant: 'X: crossings',
  tied: 'T: equal scores only',
  tiedTimes: 'U: equal run times only',
  neighboursAsk: 'All five are in the right order. Now two neighbours change places. What is τ?',
  neighboursRight:
    'One of ten pairs is wrong: (9 − 1) / 10. When two that are not neighbours change places, more pairs are wrong and τ is lower.',
  neighboursWrong: 'Five configurations make ten pairs. One of them is wrong now and nine are right: (9 − 1) / 10.',

  scaleTitle: 'Why order, and not time',
  scale1:
    'A compiler needs the fastest configuration, not its run time. Here the model predicts run times in milliseconds.',
  scale2: 'The [squared error] asks how far each prediction is from the run time. τ asks whether the order is right.',
  scale3:
    '*Near the mean* predicts nearly the same time for all, the mean of the run times. Its squared error, {meanError}, is smaller than that of *All halved*, {halvedError}, yet most pairs are in the wrong order.',
  prediction: 'Prediction (ms)',
  predictions: 'Good predictions',
  halved: 'All halved',
  nearMean: 'Near the mean',
  squaredFormula: 'Formula of the mean squared error',
  squaredLegend:
    'L: mean squared error; s: prediction and t: run time of configuration k; Σ: the sum over all n configurations',
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
    'Training changes numbers in small steps to make one number smaller, the [loss]. For that it must know, for each score, which way the loss falls: its slope, the [gradient]. τ has none: it jumps when two scores change places and does not move in between.',
  hinge2:
    'The *pairwise hinge* is a loss that looks at each pair of a slower and a faster configuration. The score of the slower one should be higher by at least 1, the [margin]; what is missing is the loss of the pair. The grid shows it.',
  hinge3:
    'A pair with something missing pushes: its slower score up (arrow to the right), its faster score down (to the left). A pair at 0 does not push. The arrows add up what all pairs push; press *Play*.',
  hinge4:
    'The run times of B and D differ by less than 2 %: measured again, their order could be the other ([noise]). So the loss leaves their pair out: its cell, row D, column B, shows –. τ still counts it: B and D may stand in the wrong order, and τ be 0.8, when the loss is 0.',
  hingeFormula: 'Formula of the pairwise hinge loss',
  hingeLegend:
    'Σ: the sum over the pairs in P, those that count; s: score; i is the slower and j the faster one of a pair',
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
    'ListMLE turns scores into chances. Imagine that one configuration is picked at random: if its score s is lower by 1 than that of another, its chance is about 2.7 times as large (e ≈ 2.7, to the power of −s). Then the next is picked from the others, until none is left.',
  list2:
    'The right order is that of the run times: the fastest is picked first, the slowest last. Each bar shows the chance that a pick is right, if all before it were right. −log turns a chance into a penalty: 0 for 100 %, 0.7 for 50 %, 2.3 for 10 %. The loss is the mean penalty.',
  list3:
    'Look at the arrows before the first step: all scores are equal, and B, the fastest, and C, the slowest, are pushed most. With equal scores there is no order to compare, so τ is shown as –. Press *Play*. With the hinge, the arrows vanish once all pairs that count are 1 apart; with ListMLE they only become shorter.',
  list4:
    'The hinge looks at pairs, ListMLE at the whole order. So ListMLE takes the order of B and D as right, too, although it is noise.',
  listFormula: 'Formula of ListMLE',
  listLegend: 'k counts the n configurations from the fastest; the fraction is the chance of picking k next',
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
    'Where run times differ little, a pair often has the other order in the second measurement. No model can agree with both. Equal run times, a tie, have no order at all.',
  noise3:
    'So training leaves out pairs whose run times differ by too little; τ still counts them. Raise the smallest difference that counts: fewer pairs remain, and usually a larger share of them keeps its order in the second measurement. As the limit, our training takes two standard deviations of repeated measurements, usually 2 %. ListMLE looks at no pairs and has no such limit.',
  scatterLabel: 'Run times of two measurements of each configuration',
  firstPass: 'first measurement (ms)',
  secondPass: 'second measurement (ms)',
  marginLabel: 'Smallest difference that counts',
  tauOfPasses: 'τ of the two measurements',
  pairsLeft: 'pairs that count',
  pairsAlike: 'in the same order twice',
  againAsk:
    'In another program, `shufflenet_nchw`, two configurations differ by {between} % on average, and two measurements of the same one by {within} %. What is τ between the two measurements?',
  againRight:
    'Even a second measurement reaches no more than this. So no model can come near τ = 1 here: a part of the measured order is noise, which cannot be predicted.',
  againWrong:
    'Choose the program above the chart. Two configurations differ by little more than two measurements of one, so about one pair in three changes its order.',

  trainTitle: 'Train three rankers',
  train1:
    'Here a much smaller network than that of lesson 3 learns: 145 [weight|weights], and seven [feature|features] of a whole configuration: how many elements the [loop|loops] go through that the simulated compiler adds or saves (copies, reductions and all others), and how many layouts change. It learns from {trainedCount} measured programs.',
  train2:
    'Three such networks start from the same weights, chosen at random by the [seed], and differ in their loss alone. So all three begin at the same τ, above or below 0 by chance. Press *Train*: solid curves (ListMLE: dotted) show τ on {heldOutCount} programs that are [held out], dashed ones on those that the networks learn from. Curves of pairwise hinge and ListMLE may lie on top of each other.',
  train3:
    'A configuration runs for between 0.2 and 24 milliseconds, mostly depending on the program. The features only say what a configuration changes in its program, not how long the program takes. The squared error compares each score with the natural logarithm of the run time in milliseconds.',
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
  worstSquared: 'Squared error',
  worstHinge: 'Pairwise hinge',
  worstList: 'ListMLE',
  worstRight:
    'Most of the squared error is the difference between programs, which the features cannot explain. The other two losses compare configurations of the same program only. Try other seeds: the result stays.',
  worstWrong:
    'Press *Train* and see. The squared error spends its effort on how long each program takes, which the features cannot explain; the other two compare configurations of the same program only.',

  ownTitle: 'The program on the main page',
  own1: 'Each point is a configuration of the program on the main page: its score by the model that is chosen there, and its measured run time.',
  own2: 'In a good ranking the points rise from left to right: a higher score, a longer run time. They need not lie on a straight line, because only the order of the scores counts. τ counts all pairs, the percentage only those whose run times differ by more than 2 %.',
  ownNone: 'No program is ranked yet. Open one on the main page, or choose an example.',
  ownUnmeasured: 'The file of this program has no measured run times to compare with. The examples have.',
  ownLabel: 'Scores and measured run times of the configurations',
  ownTime: 'run time (ms)',
  ownPairs: 'pairs in order, of those more than 2 % apart',
};
