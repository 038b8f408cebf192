import type { en } from './lesson4.en';

export const de: Record<keyof typeof en, string> = {
  configuration: 'Konfiguration',
  runTime: 'Laufzeit',
  score: 'Wert (kleiner ist schneller)',
  scoreOf: 'Wert von {name}',
  timeOf: 'Laufzeit von {name}',
  measuredTimes: 'Gemessene Laufzeiten',
  push: 'Schub',
  lossName: 'Verlust L',
  program: 'Programm',
  slower: 'Zeile: langsamer',
  faster: 'Spalte: schneller',
  hinge: 'Paarweiser Hinge',
  squaredError: 'Quadratischer Fehler',

  tauTitle: 'Zwei Reihenfolgen, eine Zahl',
  tau1: 'Ein Programm wurde mit fünf verschiedenen Layouts übersetzt, fünf Konfigurationen ([configuration]) A bis E, und jede wurde ausgeführt. Ein Modell, etwa das Netz aus Lektion 3, gibt jeder einen Wert ([score]), irgendeine Zahl; bei den schnellen soll sie klein sein.',
  tau2: 'Links stehen sie in der Reihenfolge ihrer Laufzeiten, rechts in der ihrer Werte, die schnellste oben. Wo zwei der Verbindungen sich kreuzen, hat das Modell ein Paar in der falschen Reihenfolge.',
  tau3: 'Aus diesen Paaren wird [tau|Kendalls τ] berechnet. Ohne Gleichstand ist es 1, wenn sich keine Verbindungen kreuzen, −1, wenn alle es tun, etwa 0 bei Werten in zufälliger Reihenfolge. Verschieben oder tippen Sie Laufzeiten und Werte.',
  tau4: 'Zwei gleiche Werte oder zwei gleiche Laufzeiten sind ein Gleichstand: Das Paar ist weder richtig noch eine Kreuzung. Unter der Wurzel stehen die Zahl der Paare mit verschiedenen Werten und die der Paare mit verschiedenen Laufzeiten. Ohne Gleichstand sind hier beide zehn, und so auch die Wurzel.',
  ordersLabel: 'Reihenfolge der Laufzeiten und Reihenfolge der Werte',
  byTime: 'nach Laufzeit',
  byScore: 'nach Wert',
  byPrediction: 'nach Vorhersage',
  tauFormula: 'Formel von Kendalls Tau',
  tauIs: 'Kendalls Tau ist {tau}',
  concordant: 'R: richtige Paare',
  discordant: 'X: Kreuzungen',
  tied: 'T: nur gleiche Werte',
  tiedTimes: 'U: nur gleiche Laufzeiten',
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
    '*Nahe am Mittel* sagt für alle fast dieselbe Zeit vorher, den Mittelwert der Laufzeiten. Der quadratische Fehler, {meanError}, ist kleiner als bei *Alle halbiert*, {halvedError}, und doch stehen die meisten Paare in der falschen Reihenfolge.',
  prediction: 'Vorhersage (ms)',
  predictions: 'Gute Vorhersagen',
  halved: 'Alle halbiert',
  nearMean: 'Nahe am Mittel',
  squaredFormula: 'Formel des mittleren quadratischen Fehlers',
  squaredLegend:
    'L: mittlerer quadratischer Fehler; s: Vorhersage und t: Laufzeit der Konfiguration k; Σ: die Summe über alle n Konfigurationen',
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
    'Training ändert Zahlen in kleinen Schritten, um eine Zahl kleiner zu machen, den Verlust ([loss]). Dazu muss es für jeden Wert wissen, wohin der Verlust fällt: seine Steigung, den [gradient|Gradienten]. τ hat keine: Es springt, wenn zwei Werte die Plätze tauschen, und bewegt sich dazwischen nicht.',
  hinge2:
    'Der *paarweise Hinge* ist ein Verlust, der jedes Paar aus einer langsameren und einer schnelleren Konfiguration betrachtet. Der Wert der langsameren soll um mindestens 1 größer sein, den Mindestabstand ([margin]); was fehlt, ist der Verlust des Paars. Die Tabelle zeigt ihn.',
  hinge3:
    'Ein Paar, dem etwas fehlt, schiebt: seinen langsameren Wert hinauf (Pfeil nach rechts), seinen schnelleren hinab (nach links). Ein Paar bei 0 schiebt nicht. Die Pfeile sind die Summe dessen, was alle Paare schieben; drücken Sie *Abspielen*.',
  hinge4:
    'Die Laufzeiten von B und D unterscheiden sich um weniger als 2 %: Noch einmal gemessen, könnte ihre Reihenfolge die andere sein ([noise|Rauschen]). Darum lässt der Verlust ihr Paar weg: Seine Zelle, Zeile D, Spalte B, zeigt –. τ zählt es trotzdem: B und D können falsch stehen und τ 0,8 sein, wenn der Verlust 0 ist.',
  hingeFormula: 'Formel des paarweisen Hinge-Verlusts',
  hingeLegend:
    'Σ: die Summe über die Paare in P, die zählen; s: Wert; i ist die langsamere und j die schnellere eines Paars',
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
    'ListMLE macht aus Werten Chancen. Stellen Sie sich vor, dass eine Konfiguration zufällig gezogen wird: Ist ihr Wert s um 1 kleiner als der einer anderen, so ist ihre Chance etwa 2,7-mal so groß (e ≈ 2,7, hoch −s). Dann wird die nächste aus den übrigen gezogen, bis keine mehr da ist.',
  list2:
    'Die richtige Reihenfolge ist die der Laufzeiten: Die schnellste wird zuerst gezogen, die langsamste zuletzt. Jeder Balken zeigt die Chance, dass eine Ziehung richtig ist, wenn alle davor richtig waren. −log macht aus einer Chance eine Strafe: 0 für 100 %, 0,7 für 50 %, 2,3 für 10 %. Der Verlust ist die mittlere Strafe.',
  list3:
    'Sehen Sie vor dem ersten Schritt auf die Pfeile: Alle Werte sind gleich, und B, die schnellste, und C, die langsamste, werden am stärksten geschoben. Bei gleichen Werten gibt es keine Reihenfolge zu vergleichen, darum steht für τ ein –. Drücken Sie *Abspielen*. Beim Hinge verschwinden die Pfeile, sobald alle Paare, die zählen, um 1 auseinander liegen; bei ListMLE werden sie nur kürzer.',
  list4:
    'Der Hinge betrachtet Paare, ListMLE die ganze Reihenfolge. So gilt ListMLE auch die von B und D als richtig, obwohl sie Rauschen ist.',
  listFormula: 'Formel von ListMLE',
  listLegend: 'k zählt die n Konfigurationen von der schnellsten an; der Bruch ist die Chance, k als Nächste zu ziehen',
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
    'Wo sich Laufzeiten wenig unterscheiden, hat ein Paar in der zweiten Messung oft die andere Reihenfolge. Kein Modell kann mit beiden übereinstimmen. Gleiche Laufzeiten, ein Gleichstand, haben gar keine Reihenfolge.',
  noise3:
    'Darum lässt das Training Paare weg, deren Laufzeiten sich zu wenig unterscheiden; τ zählt sie trotzdem. Erhöhen Sie den kleinsten Unterschied, der zählt: Es bleiben weniger Paare, und meist behält ein größerer Anteil davon in der zweiten Messung seine Reihenfolge. Als Grenze nimmt unser Training zwei Standardabweichungen wiederholter Messungen, meist 2 %. ListMLE betrachtet keine Paare und hat keine solche Grenze.',
  scatterLabel: 'Laufzeiten jeder Konfiguration in zwei Messungen',
  firstPass: 'erste Messung (ms)',
  secondPass: 'zweite Messung (ms)',
  marginLabel: 'Kleinster Unterschied, der zählt',
  tauOfPasses: 'τ der beiden Messungen',
  pairsLeft: 'Paare, die zählen',
  pairsAlike: 'zweimal gleich geordnet',
  againAsk:
    'In einem anderen Programm, `shufflenet_nchw`, unterscheiden sich zwei Konfigurationen im Mittel um {between} % und zwei Messungen derselben um {within} %. Wie groß ist τ zwischen den beiden Messungen?',
  againRight:
    'Selbst eine zweite Messung erreicht nicht mehr als das. Darum kann hier kein Modell in die Nähe von τ = 1 kommen: Ein Teil der gemessenen Reihenfolge ist Rauschen, und das lässt sich nicht vorhersagen.',
  againWrong:
    'Wählen Sie das Programm über dem Diagramm. Zwei Konfigurationen unterscheiden sich kaum mehr als zwei Messungen einer einzigen, darum wechselt etwa jedes dritte Paar seine Reihenfolge.',

  trainTitle: 'Drei Modelle trainieren',
  train1:
    'Hier lernt ein viel kleineres Netz als das aus Lektion 3: 145 Gewichte ([weight]) und sieben Merkmale ([feature]) einer ganzen Konfiguration: wie viele Elemente die Schleifen ([loop]) durchlaufen, die der simulierte Compiler hinzufügt oder einspart (Kopien, Reduktionen und alle anderen), und wie viele Layouts sich ändern. Es lernt aus {trainedCount} gemessenen Programmen.',
  train2:
    'Drei solche Netze beginnen mit denselben Gewichten, die der Startwert ([seed]) zufällig festlegt, und unterscheiden sich nur im Verlust. Alle drei beginnen also beim selben τ, durch Zufall über oder unter 0. Drücken Sie *Trainieren*: Durchgezogene Kurven (ListMLE: gepunktete) zeigen τ auf {heldOutCount} zurückgehaltenen Programmen ([held out]), gestrichelte auf denen, aus denen die Netze lernen. Kurven von paarweisem Hinge und ListMLE können aufeinander liegen.',
  train3:
    'Eine Konfiguration läuft zwischen 0,2 und 24 Millisekunden, vor allem je nach Programm. Die Merkmale sagen nur, was eine Konfiguration an ihrem Programm ändert, nicht, wie lange das Programm dauert. Der quadratische Fehler vergleicht jeden Wert mit dem natürlichen Logarithmus der Laufzeit in Millisekunden.',
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
  worstSquared: 'Quadratischer Fehler',
  worstHinge: 'Paarweiser Hinge',
  worstList: 'ListMLE',
  worstRight:
    'Der größte Teil des quadratischen Fehlers ist der Unterschied zwischen Programmen, den die Merkmale nicht erklären können. Die beiden anderen vergleichen nur Konfigurationen desselben Programms. Versuchen Sie andere Startwerte: Das Ergebnis bleibt.',
  worstWrong:
    'Drücken Sie *Trainieren* und sehen Sie nach. Der quadratische Fehler müht sich damit ab, wie lange jedes Programm dauert, was die Merkmale nicht erklären können; die beiden anderen vergleichen nur Konfigurationen desselben Programms.',

  ownTitle: 'Das Programm auf der Hauptseite',
  own1: 'Jeder Punkt ist eine Konfiguration des Programms auf der Hauptseite: ihr Wert nach dem dort gewählten Modell und ihre gemessene Laufzeit.',
  own2: 'In einer guten Rangfolge steigen die Punkte von links nach rechts: ein größerer Wert, eine längere Laufzeit. Auf einer Geraden müssen sie nicht liegen, denn nur die Reihenfolge der Werte zählt. τ zählt alle Paare, der Prozentsatz nur die, deren Laufzeiten sich um mehr als 2 % unterscheiden.',
  ownNone: 'Es ist noch kein Programm bewertet. Öffnen Sie auf der Hauptseite eines oder wählen Sie ein Beispiel.',
  ownUnmeasured:
    'Die Datei dieses Programms enthält keine gemessenen Laufzeiten zum Vergleich. Die Beispiele haben welche.',
  ownLabel: 'Werte und gemessene Laufzeiten der Konfigurationen',
  ownTime: 'Laufzeit (ms)',
  ownPairs: 'richtige Paare, von denen mit mehr als 2 % Unterschied',
};
