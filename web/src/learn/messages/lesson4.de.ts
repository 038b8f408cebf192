import type { en } from './lesson4.en';

export const de: Record<keyof typeof en, string> = {
  configuration: 'Konfiguration',
  runTime: 'Laufzeit',
  score: 'Wert (kleiner ist schneller)',
  scoreOf: 'Wert von {name}',
  timeOf: 'Laufzeit von {name}',
  measuredTimes: 'Gemessene Laufzeiten',
  push: 'Schub (−Gradient)',
  program: 'Programm',
  slower: 'langsamer',
  faster: 'schneller',
  hinge: 'Paarweiser Hinge',
  squaredError: 'Quadratischer Fehler',

  tauTitle: 'Zwei Reihenfolgen, eine Zahl',
  tau1: 'Ein Programm wurde mit fünf verschiedenen Layouts übersetzt, fünf Konfigurationen ([configuration]) A bis E, und jede wurde ausgeführt. Ein Modell gibt jeder einen Wert ([score]); bei den schnellen soll er klein sein.',
  tau2: 'Links stehen sie in der Reihenfolge ihrer Laufzeiten, rechts in der ihrer Werte, die schnellste oben. Wo zwei der Verbindungen sich kreuzen, hat das Modell ein Paar in der falschen Reihenfolge.',
  tau3: 'Aus diesen Paaren wird [tau|Kendalls τ] berechnet: 1, wenn sich keine Verbindungen kreuzen, −1, wenn alle es tun, etwa 0 bei einem Modell, das nichts weiß. Verschieben oder tippen Sie Laufzeiten und Werte.',
  ordersLabel: 'Reihenfolge der Laufzeiten und Reihenfolge der Werte',
  byTime: 'nach Laufzeit',
  byScore: 'nach Wert',
  byPrediction: 'nach Vorhersage',
  tauFormula: 'Formel von Kendalls Tau',
  tauIs: 'Kendalls Tau ist {tau}',
  concordant: 'C: richtige Paare',
  discordant: 'D: Kreuzungen',
  tied: 'T: gleiche Werte',
  tiedTimes: 'U: gleiche Laufzeiten',
  neighboursAsk: 'Alle fünf stehen richtig. Nun tauschen zwei Nachbarn die Plätze. Wie groß ist τ?',
  neighboursRight:
    'Eines von zehn Paaren ist falsch: (9 − 1) / 10. Tauschen zwei die Plätze, die keine Nachbarn sind, so sind mehr Paare falsch, und τ ist kleiner.',
  neighboursWrong:
    'Fünf Konfigurationen bilden zehn Paare. Eines davon ist jetzt falsch, neun sind richtig: (9 − 1) / 10.',

  scaleTitle: 'Warum Reihenfolge und nicht Zeit',
  scale1:
    'Ein Compiler braucht die schnellste Konfiguration, nicht ihre Laufzeit. Hier sagt das Modell Laufzeiten in Millisekunden vorher.',
  scale2:
    'Der quadratische Fehler ([squared error]) fragt, wie weit jede Vorhersage von der Laufzeit entfernt ist. τ fragt, ob die Reihenfolge stimmt.',
  scale3:
    'Drücken Sie *Nahe am Mittel*: Der quadratische Fehler ist kleiner als der der halbierten Vorhersagen, und doch stehen die meisten Paare in der falschen Reihenfolge.',
  prediction: 'Vorhersage (ms)',
  predictions: 'Gute Vorhersagen',
  halved: 'Alle halbiert',
  nearMean: 'Nahe am Mittel',
  squaredFormula: 'Formel des mittleren quadratischen Fehlers',
  both: 'Kendalls Tau ist {tau}, der quadratische Fehler {error}',
  halvedAsk: 'Alle guten Vorhersagen werden halbiert. Welches der beiden Maße ändert sich?',
  halvedBoth: 'Beide.',
  halvedError: 'Nur der quadratische Fehler.',
  halvedTau: 'Nur τ.',
  halvedRight:
    'Die Hälfte einer kleineren Zahl ist kleiner als die Hälfte einer größeren: Die Reihenfolge bleibt und mit ihr τ.',
  halvedWrong:
    'Halbieren entfernt jede Vorhersage von ihrer Laufzeit, also wächst der quadratische Fehler. Es ändert keine Reihenfolge, also bleibt τ. Drücken Sie *Alle halbiert*.',

  hingeTitle: 'Paarweiser Hinge: Paare auseinanderschieben',
  hinge1:
    'τ springt, wenn zwei Werte die Plätze tauschen, und bewegt sich dazwischen nicht. Training braucht eine Verlustfunktion ([loss]) mit einer Steigung, dem [gradient|Gradienten].',
  hinge2:
    'Der paarweise Hinge betrachtet jedes Paar aus einer langsameren und einer schnelleren Konfiguration. Der Wert der langsameren soll um mindestens 1 größer sein, den Mindestabstand ([margin]); was fehlt, ist der Verlust des Paars. Die Tabelle zeigt ihn.',
  hinge3:
    'Ein Paar, dem etwas fehlt, schiebt: seinen langsameren Wert hinauf, seinen schnelleren hinab. Ein Paar bei 0 schiebt nicht. Die Pfeile sind die Summe dessen, was alle Paare schieben; drücken Sie *Abspielen*. Die gemessenen Laufzeiten von B und D unterscheiden sich um weniger als 2 %, und das ist Rauschen ([noise]). Darum lässt der Verlust ihr Paar weg: Seine Zelle, Zeile D, Spalte B, zeigt –. τ zählt es trotzdem.',
  hingeFormula: 'Formel des paarweisen Hinge-Verlusts',
  pairsCaption: 'Was jedem Paar an Abstand fehlt',
  pairCount: '|P|: Paare, die zählen',
  shortfallSum: 'Summe des Fehlenden',
  descent: 'Schritte des Gradientenabstiegs',
  descentAt: 'Verlust {loss}, Kendalls Tau {tau}',
  marginAsk: 'Alle Werte stehen in der richtigen Reihenfolge, aber nur 0,1 auseinander. Wie groß ist der Verlust?',
  marginZero: '0, denn die Reihenfolge stimmt.',
  marginPositive: 'Größer als 0.',
  marginRight:
    'Jedes Paar soll um 1 auseinander liegen, und hier unterscheiden sich selbst die erste und die letzte nur um 0,4. Mit dem Mindestabstand bleibt die Reihenfolge richtig, wenn die Werte bei einem anderen Programm etwas anders ausfallen.',
  marginWrong:
    'Die Reihenfolge stimmt, aber jedes Paar soll sich um mindestens 1 unterscheiden. Hier unterscheiden sich Nachbarn um 0,1 und selbst die erste und die letzte nur um 0,4: Jedem Paar, das zählt, fehlt etwas, also ist der Verlust größer als 0.',

  listTitle: 'ListMLE: die ganze Reihenfolge auf einmal',
  list1:
    'ListMLE macht aus Werten Chancen. Stellen Sie sich vor, dass eine Konfiguration zufällig gezogen wird: Je kleiner ihr Wert s, desto größer ihre Chance, proportional zu e hoch −s. Dann wird die nächste aus den übrigen gezogen, bis keine mehr da ist.',
  list2:
    'Die richtige Reihenfolge ist die der Laufzeiten: Die schnellste wird zuerst gezogen, die langsamste zuletzt. Jeder Balken zeigt die Chance, dass eine Ziehung richtig ist, wenn alle davor richtig waren. Der Verlust ist der Mittelwert von −log dieser Chancen: 0, wenn alle 100 % sind.',
  list3:
    'Sehen Sie vor dem ersten Schritt auf die Pfeile: Alle Werte sind gleich, und B, die schnellste, und C, die langsamste, werden am stärksten geschoben. Bei gleichen Werten gibt es keine Reihenfolge zu vergleichen, darum steht für τ ein –. Drücken Sie *Abspielen*. Beim Hinge verschwinden die Pfeile, sobald alle Paare, die zählen, um 1 auseinander liegen; bei ListMLE werden sie nur kürzer.',
  list4:
    'Der Hinge betrachtet Paare, ListMLE die ganze Reihenfolge. So gilt ListMLE auch die von B und D als richtig, obwohl sie Rauschen ist.',
  listFormula: 'Formel von ListMLE',
  chancesCaption: 'Chance, als Nächste gezogen zu werden, von der schnellsten zur langsamsten',
  chanceFirst: 'Chance der schnellsten',
  equalAsk: 'Alle fünf Werte sind gleich. Alle fünf Ziehungen sind richtig: im Mittel einmal in … Versuchen?',
  equalRight:
    'Gleiche Werte ergeben gleiche Chancen: ein Fünftel bei der ersten Ziehung, dann ein Viertel, ein Drittel und ein Halb. Das Produkt ist eins durch 5 · 4 · 3 · 2 · 1 = 120, die Zahl der Reihenfolgen von fünf Konfigurationen.',
  equalWrong:
    'Multiplizieren Sie die Chancen der Balken: ein Fünftel bei der ersten Ziehung, dann ein Viertel, ein Drittel und ein Halb; die letzte Ziehung ist immer richtig. Das Produkt ist ein Hundertzwanzigstel.',

  noiseTitle: 'Gleichstand und Rauschen',
  noise1:
    'Auch gemessene Laufzeiten sind nicht genau. Jeder Punkt ist eine Konfiguration eines echten Programms, zweimal gemessen. Auf der Diagonale stimmen beide Messungen überein.',
  noise2:
    'Wo sich Laufzeiten wenig unterscheiden, hat ein Paar in der zweiten Messung oft die andere Reihenfolge. Kein Modell kann mit beiden übereinstimmen. Gleiche Laufzeiten, ein Gleichstand, haben gar keine Reihenfolge: τ zählt ihr Paar weder als richtig noch als falsch.',
  noise3:
    'Darum bleiben Paare weg, deren Laufzeiten sich zu wenig unterscheiden. Erhöhen Sie den kleinsten Unterschied, der zählt: Es bleiben weniger Paare. Von denen, die bleiben, hat meist ein größerer Anteil in beiden Messungen dieselbe Reihenfolge.',
  scatterLabel: 'Laufzeiten jeder Konfiguration in zwei Messungen',
  firstPass: 'erste Messung (ms)',
  secondPass: 'zweite Messung (ms)',
  marginLabel: 'Kleinster Unterschied, der zählt',
  tauOfPasses: 'τ der beiden Messungen',
  pairsLeft: 'Paare, die zählen',
  pairsAlike: 'zweimal gleich geordnet',
  againAsk:
    'Die Konfigurationen von `shufflenet_nchw` unterscheiden sich um höchstens etwa 10 %. Wie groß ist τ zwischen zwei Messungen?',
  againRight:
    'Selbst eine zweite Messung erreicht nicht mehr als das. Darum kann hier kein Modell in die Nähe von τ = 1 kommen: Ein Teil der gemessenen Reihenfolge ist Rauschen, und das lässt sich nicht vorhersagen.',
  againWrong:
    'Wählen Sie das Programm oben. Viele seiner Konfigurationen unterscheiden sich um weniger als das Rauschen, darum haben die beiden Reihenfolgen wenig gemeinsam.',

  trainTitle: 'Drei Modelle trainieren',
  train1:
    'Ein Netz mit 145 Gewichten ([weight]) sieht sieben Merkmale ([feature]) einer Konfiguration: Größen der Layout-Kopien und Schleifen, die der simulierte Compiler hinzufügt oder einspart, und wie viele Layouts sich ändern. Es lernt aus {trainedCount} gemessenen Programmen.',
  train2:
    'Drei solche Netze beginnen mit denselben Gewichten, die der Startwert ([seed]) zufällig festlegt, und unterscheiden sich nur in der Verlustfunktion. Die durchgezogenen Kurven zeigen τ auf {heldOutCount} zurückgehaltenen Programmen ([held out]), die gestrichelten auf denen, aus denen die Netze lernen.',
  train3:
    'Eine Konfiguration läuft zwischen 0,2 und 24 Millisekunden, vor allem je nach Programm. Die Merkmale sagen nur, was eine Konfiguration an ihrem Programm ändert, nicht, wie lange das Programm dauert.',
  train: 'Trainieren',
  pause: 'Anhalten',
  reset: 'Zurücksetzen',
  seed: 'Startwert',
  chart: 'Kendalls Tau je Epoche für drei Verlustfunktionen',
  epoch: 'Epoche (jedes Programm einmal)',
  heldOut: 'zurückgehalten',
  trained: 'gelernt',
  trainingDone:
    'Fertig. Kendalls Tau auf zurückgehaltenen Programmen: quadratischer Fehler {mse}, paarweiser Hinge {hinge}, ListMLE {listmle}',
  worstAsk: 'Welche Verlustfunktion ordnet die zurückgehaltenen Programme am schlechtesten?',
  worstSquared: 'Quadratischer Fehler des Logarithmus der Laufzeit',
  worstHinge: 'Paarweiser Hinge',
  worstList: 'ListMLE',
  worstRight:
    'Der größte Teil des quadratischen Fehlers ist der Unterschied zwischen Programmen, den die Merkmale nicht erklären können. Die beiden anderen vergleichen nur Konfigurationen desselben Programms. Versuchen Sie andere Startwerte: Das Ergebnis bleibt.',
  worstWrong:
    'Trainieren Sie und sehen Sie nach. Der quadratische Fehler müht sich damit ab, wie lange jedes Programm dauert, was die Merkmale nicht erklären können; die beiden anderen vergleichen nur Konfigurationen desselben Programms.',

  ownTitle: 'Das Programm, das im Fenster offen ist',
  own1: 'Jeder Punkt ist eine Konfiguration des Programms im Fenster: ihr Wert nach dem dort gewählten Modell und ihre gemessene Laufzeit.',
  own2: 'In einer guten Rangfolge steigen die Punkte von links nach rechts: ein größerer Wert, eine längere Laufzeit. Auf einer Geraden müssen sie nicht liegen, denn nur die Reihenfolge der Werte zählt.',
  ownNone: 'Es ist noch kein Programm bewertet. Öffnen Sie im Fenster eines oder wählen Sie ein Beispiel.',
  ownUnmeasured:
    'Die Datei dieses Programms enthält keine gemessenen Laufzeiten zum Vergleich. Die Beispiele haben welche.',
  ownLabel: 'Werte und gemessene Laufzeiten der Konfigurationen',
  ownTime: 'Laufzeit (ms)',
  ownPairs: 'Paare richtig',
};
