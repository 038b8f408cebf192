export const en = {
  isExample: '(stored example)',
  isOwn: '(open on the main page)',
  showOwn: 'The program on the main page',
  showExample: 'Stored example',
  configurations: 'configurations',
  compilerTime: 'compiler default (ms)',
  firstTime: 'first of the ranking (ms)',
  bestTime: 'best measured (ms)',
  unmeasured: 'not measured',
  rank: 'rank',
  score: 'score (lower: faster)',
  runTime: 'run time (ms)',
  slowdown: 'slowdown',
  noCalibration: 'The model of this ranking has no calibration: it does not say how sure it is.',
  noTimes: 'The file of this program has no measured run times. Choose the stored example above.',

  verdictTitle: 'The verdict',
  verdict1:
    'A ranking begins with a *verdict*: what can be gained over the [compiler default], the layouts that the compiler chooses on its own. It says *measured* where run times are known, and *predicted* where only the model has spoken. On the main page it names a configuration by its number in the list, which is not its rank.',
  verdict2: 'A measured gain is a fact about one machine. A predicted one is a reason to measure.',
  verdict3:
    'If a ranked program is open on the main page, this lesson shows it. Otherwise it shows a stored one, with measured times. The stored example is a fair test: its model was trained on {programs} programs, and no program of its kind (family) was among them. The model *Simulated compiler with learned loop costs* of the main page is built the same way, but has now seen the stored programs, too: on them it looks better than it is.',
  exampleVerdict:
    'The best measured configuration takes {best} ms: {gain} less than the compiler default ({compiler} ms).',

  bandTitle: 'Too close to call',
  band1:
    'Every configuration has a [score]; the one with the lowest has rank 1. Scores nearly always differ a little, but not every difference means something.',
  band2:
    'The lower chart shows, for programs that the model had not seen: the larger the difference of two scores, the more often the lower one belonged to the faster configuration. Choose two ranks and compare them.',
  band3:
    'The dots cross 90 %, the thin line, at a difference of {separable}. All configurations whose score differs by less from that of the first are its *band*, shaded in the upper chart. Inside the band, more than 1 in 10 comparisons with the first are wrong; between neighbours, which often differ by very little, still more.',
  scoresLabel: 'Score by rank',
  bandKey: 'band of the first: ranks 1 to {band} of {of}',
  oneRank: 'One rank',
  otherRank: 'The other rank',
  pairIs:
    'Rank {a} scores {difference} lower than rank {b}: in {often} of 100 such pairs it is the faster one, a probability of {often} %.',
  pairSame: 'Ranks {a} and {b} have the same score: the model predicts no difference.',
  curveLabel: 'Fraction of pairs in order by the difference of their scores',
  difference: 'difference of scores',
  inOrder: 'pairs in order',
  ofHundred: 'of 100',
  differenceKey: 'Dashed: the difference of the two ranks chosen.',
  pairAsk:
    'Two scores differ by {difference}. In how many of 100 such pairs is the lower score the faster configuration?',
  pairRight: 'A coin would be right in 50 of 100; at this difference it is {often}. That says only a little more.',
  pairWrong:
    'The dots begin at 50 of 100, as if by tossing a coin. At a difference of {difference} they are at {often}, only a little more.',

  topkTitle: 'Measure the first few',
  topk1:
    'The way out of a band is to measure. Take the first k configurations, run each, keep the fastest: its [slowdown] against the best of all is what the ranking costs you.',
  topk2:
    'Move k: the line falls whenever a faster configuration joins. Which k? The size of the band, if you can afford it: the order inside it is uncertain. *What the band is worth* counts how often that was enough.',
  kLabel: 'k: configurations measured',
  kAxis: 'k: configurations measured',
  topkLabel: 'Slowdown of the fastest of the first k',
  topkIs: 'The fastest of the first {k} takes {slowdown} longer than the best of all.',
  enoughAsk:
    'In the stored example, `{name}`, the first configuration takes {first} longer than the best. How many of the first must be measured to find the best?',
  enoughRight:
    'The best has rank {truth}. The band of the first reaches to rank {band}: the model could not exclude any of these.',
  enoughWrong:
    'The best has rank {truth}: choose the stored example and move k there. The band of the first reaches to rank {band}: the model could not exclude any of these.',

  similarTitle: 'Similar to what it knows?',
  similar1:
    'A model knows what it was trained on. For each program the page takes the mean of the features of all its instructions, each feature divided by how much it usually varies. The distance says how far apart two such means are: 0 for the same mean. It counts only the eight combinations of features in which training programs differ most.',
  similar2:
    'What is far? As a test, each training program was [held out] once, kept away from training together with its family. By the distance to the nearest program of another family, they fall into three equal groups: near (up to 0.92), middle (up to 1.95) and far (up to 5.44), with the models of the main page. Below the distances, a sentence says how many pairs were in order in the group of this program.',
  similar3:
    'That hardly depends on the distance: for the model of the stored examples, {near} near, {middle} in the middle, {far} far. A similar program is no promise.',
  nearest: 'Nearest training programs and their distance',
  alike:
    'On held-out programs of this similarity, {accuracy} of the pairs whose run times differ by more than 2 % were in order.',
  unlike: 'No training program is similar to this one: no accuracy can be named.',

  trustAsk: '`{name}`: guess, is the first of this ranking within 5 % of the best?',
  trustYes: 'Yes',
  trustNo: 'No',
  hidden: 'The run times appear here when you have answered the question or skipped it.',
  timesLabel: 'Run time by rank',
  bestKey: 'the best: rank {rank}',

  wideTitle: 'Is the first good? A wide band',
  wide1:
    '`{name}` compares two images to find depths. The band of the first has {band} of {count} configurations; the nearest training program is {distance} away, a middle distance.',
  caseHow:
    'Look at the band and the similarity, and guess; the run times appear after that. One program cannot show what these signs are worth: that is counted after three.',
  wideRight:
    'The first takes {slowdown} longer than the best. The band of {band} says that their order is uncertain, not how far they are apart. The first {enough} already contain one within 5 % of the best.',
  wideWrong:
    'The first takes {slowdown} longer than the best. The band of {band} says that their order is uncertain, not how far they are apart. The first {enough} already contain one within 5 % of the best.',

  strangeTitle: 'Is the first good? Far from all training programs',
  strange1:
    '`{name}` is [attention] (each element looks at others) within blocks of neighbours. The nearest training program is {distance} away, far. The band of the first has {band} of {count} configurations.',
  strangeRight: 'The first is the best of {count}. The distance did not make this ranking bad.',
  strangeWrong: 'The first is the best of {count}. The distance did not make this ranking bad.',

  familiarTitle: 'Is the first good? A familiar kind of program',
  familiar1:
    '`{name}` is another attention, and so is a training program only {distance} away, near. The band of the first has {band} of {count} configurations.',
  familiarRight:
    'The first takes {slowdown} longer than the best, although a training program is very near. {enough} must be measured to come within 5 %, all of them in the band.',
  familiarWrong:
    'The first takes {slowdown} longer than the best. Similarity is a mean over all instructions; a single layout that the model misjudges does not show in it. {enough} must be measured to come within 5 %, all of them in the band.',

  allTitle: 'What the band is worth',
  all1: 'Three programs prove little. Here are all {count} held-out programs: how wide the band of the first was, and how much slower the first configuration was than the best.',
  all2: 'In {far} of them the first was more than 5 % slower. Neither sign is a reliable warning. Width of the band: {smallFar} of {small} with up to 10 configurations, {largeFar} of {large} with more than 30. Distance, by the limits of the model’s test: {nearFar} of {nearPrograms} near, {middleFar} of {middlePrograms} in the middle, {distantFar} of {distant} far, {unlikeFar} of {unlike} farther than all of these. Being near did not help here; there are too few to say more. Only measuring shows whether the first is good.',
  all3: 'What the band does say is how many to measure. When you have made your prediction, choose *Best of the band*: the slowdown that remains if the whole band is measured.',
  heldOutLabel: 'Slowdown by size of the band, one point a program',
  bandSize: 'configurations in the band',
  ofFirst: 'First configuration',
  ofBand: 'Best of the band',
  programs: 'programs',
  farPrograms: 'slower by more than 5 %',
  withinPrograms: 'within 2 % of the best of all',
  farIs: '{far} of {count} programs are slower by more than 5 %',
  nearAsk: 'The whole band is measured. In how many of the {count} programs is its best within 2 % of the best of all?',
  nearRight:
    'The order inside the band is uncertain, but one within 2 % of the best is nearly always in it; with as many configurations chosen at random, it would be {random} programs on average. We treat differences below 2 % as noise; only `{outside}` is outside, the marked point.',
  nearWrong:
    'Press *Best of the band*. The order inside the band is uncertain, but one within 2 % of the best is nearly always in it; with as many configurations chosen at random, it would be {random} programs on average. We treat differences below 2 % as noise; only `{outside}` is outside, the marked point.',

  ownTitle: 'Read your own result',
  own1: 'Three looks, in this order. How many share the band of the first? Measure them all, or as many as you can. Was anything similar trained on? Near is no promise, far no verdict: measure all the same. What has been measured? If nothing, the verdict is only a prediction; if the whole band, take its fastest.',
  adviceClear: 'The first is clearly separated from the rest. In up to one of ten such pairs that is still wrong.',
  adviceFew: '{band} configurations are in the band of the first. Measure them all: it takes little time.',
  adviceMany:
    'One within 2 % of the best is probably among these {band}, the band of the first. Measure as many of them as you can, from the top; best all.',
  adviceAlike:
    'On held-out programs of this similarity, {accuracy} of the pairs more than 2 % apart were in order. That is a mean, not a promise.',
  adviceUnlike: 'Nothing similar was in the training data. Measure more than the band.',
  adviceMeasured:
    'Run times are known: the best has rank {k}. With measured times at hand, the ranking is no longer needed.',
  adviceMeasure: 'Nothing is measured: the verdict is a prediction. Measure the whole band before you rely on it.',
};
