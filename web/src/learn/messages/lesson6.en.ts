export const en = {
  isExample: '(stored example)',
  isOwn: '(open in the window)',
  showOwn: 'The program in the window',
  showExample: 'Stored example',
  configurations: 'configurations',
  compilerTime: 'compiler’s choice (ms)',
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
    'A ranking begins with a *verdict*: what can be gained over the [compiler default], the layouts that the compiler chooses on its own. It says *measured* where run times are known, and *predicted* where only the model has spoken.',
  verdict2:
    'A verdict of 5 % that is measured is a fact about one machine. A verdict that is predicted is a reason to measure.',
  verdict3:
    'If a ranked program is open in the window, this lesson shows it. Otherwise it shows a stored one, with measured times. The stored example is a fair test: its model was trained on {programs} programs, and no program of its kind (family) was among them. The model *Simulated compiler with learned loop costs* of the window is built the same way, but has now seen these programs as well.',
  exampleVerdict:
    'The best measured configuration takes {best} ms: {gain} less than the compiler’s choice ({compiler} ms).',

  bandTitle: 'Too close to call',
  band1:
    'Every configuration has a [score], and scores nearly always differ a little. Not every difference means something.',
  band2:
    'The lower chart shows, for programs that the model had not seen: the larger the difference of two scores, the more often the lower one belonged to the faster configuration. Choose two ranks and compare them.',
  band3:
    'Where the chart reaches 90 %, the thin line, two scores count as separated. Configurations that are not separated from the first form its *band* (shaded). Between the first and another of its band, the model errs in more than one of ten such pairs; between neighbours, which often differ by very little, it errs more often still.',
  scoresLabel: 'Score by rank',
  bandKey: 'first band: ranks 1 to {band} of {of}',
  oneRank: 'One rank',
  otherRank: 'The other rank',
  pairIs:
    'Rank {a} scores {difference} lower than rank {b}: in {often} of 100 such pairs it is the faster one, a probability of {often} %.',
  pairSame: 'Ranks {a} and {b} have the same score: the model predicts no difference.',
  curveLabel: 'Fraction of pairs in order by the difference of their scores',
  difference: 'difference of scores',
  inOrder: 'pairs in order',
  ofHundred: 'of 100',
  pairAsk:
    'Two scores differ by {difference}. In how many of 100 such pairs is the lower score the faster configuration?',
  pairRight: 'A coin would be right in 50 of 100. A difference this small says only a little more.',
  pairWrong: 'The curve begins at 50 of 100, a coin. At a difference of {difference} it has risen only a little.',

  topkTitle: 'Measure the first few',
  topk1:
    'The way out of a band is to measure. Take the first k configurations, run each, keep the fastest: its [slowdown] against the best of all is what the ranking costs you.',
  topk2:
    'Move k. The line falls whenever a faster configuration joins, and stays where measuring one more was in vain.',
  kLabel: 'k: configurations measured',
  kAxis: 'k: configurations measured',
  topkLabel: 'Slowdown of the fastest of the first k',
  topkIs: 'The fastest of the first {k} takes {slowdown} longer than the best of all.',
  enoughAsk:
    'In `{name}` the first configuration takes {first} longer than the best. How many of the first must be measured to find the best?',
  enoughRight:
    'The best has rank {truth}. The band of the first reaches to rank {band}: the model said that it could be any of these.',
  enoughWrong:
    'The best has rank {truth}: choose the stored example and move k there. The band of the first reaches to rank {band}: the model said that it could be any of these.',

  similarTitle: 'Similar to what it knows?',
  similar1:
    'A model knows what it was trained on. For each program the page takes the mean of the features of all its instructions. The distance says how far two such means are apart: 0 for the same mean.',
  similar2:
    'What is far? With the models that the window offers, a third of the programs that were [held out] had a training program within 0.92, another third within 1.95, the others within 5.44. The percentage says how many pairs were in order on the held-out programs that are about as far away as this one.',
  similar3:
    'The percentage changes little from near to far: between {most} and {least} for the model of the stored examples. A similar program is no promise, as the next steps show.',
  nearest: 'Nearest training programs and their distance',
  alike:
    'On held-out programs of this similarity, {accuracy} of the pairs whose run times differ by more than 2 % were in order.',
  unlike: 'No training program is similar to this one: no accuracy can be named.',

  trustAsk: '`{name}`: would you trust the first of this ranking to be within 5 % of the best?',
  trustYes: 'Yes',
  trustNo: 'No',
  hidden: 'The run times appear here when you reveal or skip.',
  timesLabel: 'Run time by rank',
  bestKey: 'the best: rank {rank}',

  wideTitle: 'Would you trust it? A wide band',
  wide1:
    '`{name}` compares two images to find depths. Its band has {band} of {count} configurations; the nearest training programs are {distance} away.',
  caseHow: 'Look at the band and the similarity. Then decide; the run times are revealed after that.',
  wideRight:
    'The first takes {slowdown} longer than the best. The band of {band} warned of it; the similarity did not. The first {enough} already contain one within 5 % of the best.',
  wideWrong:
    'The first takes {slowdown} longer than the best, though the distance to the training programs is an ordinary one. The band of {band} configurations was the warning. Measuring the first {enough} would have been enough to come within 5 %.',

  strangeTitle: 'Would you trust it? Nothing like it',
  strange1:
    '`{name}` is [attention] within windows. The nearest training program is {distance} away, much farther than in the step before. Its band has {band} configurations.',
  strangeRight:
    'The first is the best. The narrow band was the better sign here: the model put {band} of {count} configurations clearly before the others, and was right.',
  strangeWrong:
    'The first is the best of {count}. The distance alone did not make the ranking bad, and the narrow band of {band} was a reason to hope for a good one.',

  familiarTitle: 'Would you trust it? A familiar kind of program',
  familiar1:
    '`{name}` is another attention. The training programs have attention too, only {distance} away. Its band has {band} of {count} configurations.',
  familiarRight:
    'The first takes {slowdown} longer than the best, although its nearest training programs are very near. The best is in the band, but only at its end: {enough} must be measured to come within 5 %.',
  familiarWrong:
    'The first takes {slowdown} longer than the best. Similarity is a mean over all instructions; a single layout that the model misjudges does not show in it. {enough} must be measured to come within 5 %, all of them in the band.',

  allTitle: 'What the signs are worth',
  all1: 'Three programs prove little. Here are all {count} held-out programs: how wide the first band was, and how much slower the first configuration was than the best.',
  all2: 'In {far} of them the first was more than 5 % slower. A wide band is a weak sign of that: bands of up to 10 configurations had a mean slowdown of {small} %, bands of more than 30 had {large} %.',
  all3: 'When you have made your prediction, choose *Best of the band*: the slowdown that remains if the whole band is measured.',
  heldOutLabel: 'Slowdown by size of the first band, one point a program',
  bandSize: 'configurations in the first band',
  ofFirst: 'First configuration',
  ofBand: 'Best of the band',
  programs: 'programs',
  farPrograms: 'slower by more than 5 %',
  farIs: '{far} of {count} programs are slower by more than 5 %',
  nearAsk:
    'The whole first band is measured. In how many of the {count} programs is its best within 2 % of the best of all?',
  nearRight: 'Differences below 2 % are noise. The band is what the model promises; the order inside it is not.',
  nearWrong:
    'Press *Best of the band*. The order inside the band is uncertain, but the best is nearly always in it: the band is what the model promises.',

  ownTitle: 'Read your own result',
  own1: 'Three looks, in this order: how many share the first band, whether anything similar was trained on, and what has been measured.',
  adviceClear: 'The first is clearly separated from the rest. In up to one of ten such pairs that is still wrong.',
  adviceFew: '{band} configurations share the first band. Measure them all: it takes little time.',
  adviceMany:
    '{band} configurations share the first band. Measure from the top as many as you can afford; the best is probably among them, anywhere.',
  adviceAlike:
    'On held-out programs of this similarity, {accuracy} of the pairs were in order. That is a mean, not a promise.',
  adviceUnlike: 'Nothing similar was in the training data. Measure more than the first band.',
  adviceMeasured:
    'Run times are known: the best has rank {k}. With measured times at hand, the ranking is no longer needed.',
  adviceMeasure: 'Nothing is measured: the verdict is a prediction. Measure before you rely on it.',
};
