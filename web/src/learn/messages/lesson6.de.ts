import type { en } from './lesson6.en';

export const de: Record<keyof typeof en, string> = {
  isExample: '(gespeichertes Beispiel)',
  isOwn: '(auf der Hauptseite geöffnet)',
  showOwn: 'Das Programm der Hauptseite',
  showExample: 'Gespeichertes Beispiel',
  configurations: 'Konfigurationen',
  compilerTime: 'Vorgabe des Compilers (ms)',
  firstTime: 'erste der Rangliste (ms)',
  bestTime: 'beste gemessene (ms)',
  unmeasured: 'nicht gemessen',
  rank: 'Rang',
  score: 'Wert (kleiner: schneller)',
  runTime: 'Laufzeit (ms)',
  slowdown: 'Rückstand',
  noCalibration: 'Das Modell dieser Rangliste ist nicht kalibriert: Es sagt nicht, wie sicher es ist.',
  noTimes: 'Die Datei dieses Programms enthält keine gemessenen Laufzeiten. Wählen Sie oben das gespeicherte Beispiel.',

  verdictTitle: 'Das Urteil',
  verdict1:
    'Eine Rangliste beginnt mit einem *Urteil*: was sich gegenüber der Vorgabe des Compilers gewinnen lässt, den Layouts, die er selbst wählt ([compiler default]). Es sagt *measured* (gemessen), wo Laufzeiten bekannt sind, und *predicted* (vorhergesagt), wo nur das Modell gesprochen hat. Auf der Hauptseite nennt es eine Konfiguration bei ihrer Nummer in der Liste; die ist nicht ihr Rang.',
  verdict2: 'Ein gemessener Gewinn ist eine Tatsache über einen Rechner. Ein vorhergesagter ist ein Grund zu messen.',
  verdict3:
    'Ist auf der Hauptseite ein Programm mit Rangliste geöffnet, zeigt diese Lektion es. Sonst zeigt sie ein gespeichertes, dessen Zeiten gemessen sind. Das gespeicherte Beispiel ist eine faire Probe: Sein Modell wurde an {programs} Programmen trainiert, und keines seiner Art (Familie) war darunter. Das Modell *Simulated compiler with learned loop costs* der Hauptseite ist ebenso gebaut, hat inzwischen aber auch die gespeicherten Programme gesehen: An ihnen sieht es besser aus, als es ist.',
  exampleVerdict:
    'Die beste gemessene Konfiguration braucht {best} ms: {gain} weniger als die Vorgabe des Compilers ({compiler} ms).',

  bandTitle: 'Zu knapp zum Entscheiden',
  band1:
    'Jede Konfiguration hat einen Wert ([score]); die mit dem kleinsten hat Rang 1. Werte unterscheiden sich fast immer ein wenig, aber nicht jeder Unterschied bedeutet etwas.',
  band2:
    'Das untere Diagramm zeigt für Programme, die das Modell nicht kannte: Je größer der Unterschied zweier Werte, desto öfter gehörte der kleinere zur schnelleren Konfiguration. Wählen Sie zwei Ränge und vergleichen Sie.',
  band3:
    'Die Punkte kreuzen 90 %, die dünne Linie, bei einem Unterschied von {separable}. Alle Konfigurationen, deren Wert sich um weniger von dem der ersten unterscheidet, sind ihr *Band*, oben unterlegt. Innerhalb des Bandes ist mehr als 1 von 10 Vergleichen mit der ersten falsch; zwischen Nachbarn, die sich oft kaum unterscheiden, sind es noch mehr.',
  scoresLabel: 'Wert nach Rang',
  bandKey: 'Band der ersten: Ränge 1 bis {band} von {of}',
  oneRank: 'Ein Rang',
  otherRank: 'Der andere Rang',
  pairIs:
    'Der Wert von Rang {a} ist um {difference} kleiner als der von Rang {b}: In {often} von 100 solchen Paaren ist er der schnellere, eine Wahrscheinlichkeit von {often} %.',
  pairSame: 'Die Ränge {a} und {b} haben denselben Wert: Das Modell sagt keinen Unterschied vorher.',
  curveLabel: 'Anteil der Paare in richtiger Reihenfolge nach dem Unterschied ihrer Werte',
  difference: 'Unterschied der Werte',
  inOrder: 'Paare richtig',
  ofHundred: 'von 100',
  differenceKey: 'Gestrichelt: der Unterschied der beiden gewählten Ränge.',
  pairAsk:
    'Zwei Werte unterscheiden sich um {difference}. In wie vielen von 100 solchen Paaren ist die Konfiguration mit dem kleineren Wert schneller?',
  pairRight: 'Eine Münze träfe in 50 von 100 Fällen; bei diesem Unterschied sind es {often}. Das sagt nur wenig mehr.',
  pairWrong:
    'Die Punkte beginnen bei 50 von 100, wie bei einer Münze. Bei einem Unterschied von {difference} sind sie bei {often}, nur wenig mehr.',

  topkTitle: 'Die ersten messen',
  topk1:
    'Aus einem Band führt das Messen. Nehmen Sie die ersten k Konfigurationen, führen Sie jede aus und behalten Sie die schnellste: Ihr Rückstand auf die beste von allen ([slowdown]) ist der Preis der Rangliste.',
  topk2:
    'Verschieben Sie k: Die Linie fällt, sobald eine schnellere Konfiguration dazukommt. Welches k? Die Größe des Bandes, wenn Sie es sich leisten können: Die Reihenfolge darin ist unsicher. *Was das Band wert ist* zählt, wie oft das genügte.',
  kLabel: 'k: gemessene Konfigurationen',
  kAxis: 'k: gemessene Konfigurationen',
  topkLabel: 'Rückstand der schnellsten der ersten k',
  topkIs: 'Die schnellste der ersten {k} braucht {slowdown} länger als die beste von allen.',
  enoughAsk:
    'Im gespeicherten Beispiel, `{name}`, braucht die erste Konfiguration {first} länger als die beste. Wie viele der ersten muss man messen, um die beste zu finden?',
  enoughRight:
    'Die beste hat Rang {truth}. Das Band der ersten reicht bis Rang {band}: Das Modell konnte keine davon ausschließen.',
  enoughWrong:
    'Die beste hat Rang {truth}: Wählen Sie das gespeicherte Beispiel und schieben Sie k dorthin. Das Band der ersten reicht bis Rang {band}: Das Modell konnte keine davon ausschließen.',

  similarTitle: 'Ähnlich dem, was es kennt?',
  similar1:
    'Ein Modell kennt, woran es trainiert wurde. Die Seite bildet für jedes Programm den Mittelwert der Merkmale aller seiner Instruktionen, jedes geteilt durch das Maß, um das es gewöhnlich schwankt. Der Abstand sagt, wie weit zwei solche Mittelwerte auseinander liegen: 0 bei gleichem Mittelwert. Er zählt nur die acht Kombinationen von Merkmalen, in denen sich Trainingsprogramme am meisten unterscheiden.',
  similar2:
    'Was ist weit? Zur Probe wurde jedes Trainingsprogramm einmal zurückgehalten ([held out]), also samt seiner Familie nicht zum Training benutzt. Nach dem Abstand zum nächsten Programm einer anderen Familie bilden sie drei gleich große Gruppen: nah (bis 0,92), mittel (bis 1,95) und fern (bis 5,44), bei den Modellen der Hauptseite. Unter den Abständen sagt ein Satz, wie viele Paare in der Gruppe dieses Programms richtig geordnet waren.',
  similar3:
    'Das hängt kaum vom Abstand ab: beim Modell der gespeicherten Beispiele {near} nah, {middle} in der Mitte, {far} fern. Ähnlichkeit ist kein Versprechen.',
  nearest: 'Nächste Trainingsprogramme und ihr Abstand',
  alike:
    'Bei zurückgehaltenen Programmen dieser Ähnlichkeit waren {accuracy} der Paare, deren Laufzeiten sich um mehr als 2 % unterscheiden, richtig geordnet.',
  unlike: 'Kein Trainingsprogramm ist diesem ähnlich: Eine Genauigkeit lässt sich nicht angeben.',

  trustAsk: '`{name}`: Raten Sie, liegt die erste dieser Rangliste höchstens 5 % hinter der besten?',
  trustYes: 'Ja',
  trustNo: 'Nein',
  hidden: 'Die Laufzeiten erscheinen hier, sobald Sie die Frage beantwortet oder übersprungen haben.',
  timesLabel: 'Laufzeit nach Rang',
  bestKey: 'die beste: Rang {rank}',

  wideTitle: 'Ist die erste gut? Ein breites Band',
  wide1:
    '`{name}` vergleicht zwei Bilder, um Tiefen zu finden. Das Band der ersten hat {band} von {count} Konfigurationen; das nächste Trainingsprogramm ist {distance} entfernt, ein mittlerer Abstand.',
  caseHow:
    'Sehen Sie sich Band und Ähnlichkeit an und raten Sie; danach erscheinen die Laufzeiten. Ein Programm allein zeigt nicht, was diese Zeichen wert sind: Gezählt wird nach dreien.',
  wideRight:
    'Die erste braucht {slowdown} länger als die beste. Das Band von {band} sagt, dass ihre Reihenfolge unsicher ist, nicht wie weit sie auseinander liegen. Schon unter den ersten {enough} ist eine, die höchstens 5 % hinter der besten liegt.',
  wideWrong:
    'Die erste braucht {slowdown} länger als die beste. Das Band von {band} sagt, dass ihre Reihenfolge unsicher ist, nicht wie weit sie auseinander liegen. Schon unter den ersten {enough} ist eine, die höchstens 5 % hinter der besten liegt.',

  strangeTitle: 'Ist die erste gut? Fern von allen Trainingsprogrammen',
  strange1:
    '`{name}` ist [attention|Attention] (jedes Element sieht auf andere) in Blöcken von Nachbarn. Das nächste Trainingsprogramm ist {distance} entfernt, also fern. Das Band der ersten hat {band} von {count} Konfigurationen.',
  strangeRight: 'Die erste ist die beste von {count}. Der Abstand machte diese Rangliste nicht schlecht.',
  strangeWrong: 'Die erste ist die beste von {count}. Der Abstand machte diese Rangliste nicht schlecht.',

  familiarTitle: 'Ist die erste gut? Ein alter Bekannter',
  familiar1:
    '`{name}` ist eine weitere Attention, wie auch ein Trainingsprogramm in nur {distance} Abstand, also nah. Das Band der ersten hat {band} von {count} Konfigurationen.',
  familiarRight:
    'Die erste braucht {slowdown} länger als die beste, obwohl ein Trainingsprogramm sehr nah ist. {enough} muss man messen, um auf 5 % heranzukommen, alle davon im Band.',
  familiarWrong:
    'Die erste braucht {slowdown} länger als die beste. Ähnlichkeit ist ein Mittel über alle Instruktionen; ein einzelnes Layout, das das Modell falsch einschätzt, zeigt sich darin nicht. {enough} muss man messen, um auf 5 % heranzukommen, alle davon im Band.',

  allTitle: 'Was das Band wert ist',
  all1: 'Drei Programme beweisen wenig. Hier sind alle {count} zurückgehaltenen: wie breit das Band der ersten war und wie viel langsamer die erste Konfiguration als die beste.',
  all2: 'Bei {far} von ihnen war die erste mehr als 5 % langsamer. Keines der Zeichen warnt zuverlässig. Breite des Bandes: {smallFar} von {small} mit bis zu 10 Konfigurationen, {largeFar} von {large} mit mehr als 30. Abstand, nach den Grenzen aus der Probe des Modells: {nearFar} von {nearPrograms} nah, {middleFar} von {middlePrograms} in der Mitte, {distantFar} von {distant} fern, {unlikeFar} von {unlike} noch weiter weg. Nähe half hier nicht; um mehr zu sagen, sind es zu wenige. Nur Messen zeigt, ob die erste gut ist.',
  all3: 'Das Band sagt aber, wie viele zu messen sind. Wählen Sie nach Ihrer Vorhersage *Beste des Bandes*: der Rückstand, der bleibt, wenn das ganze Band gemessen wird.',
  heldOutLabel: 'Rückstand nach Größe des Bandes, ein Punkt je Programm',
  bandSize: 'Konfigurationen im Band',
  ofFirst: 'Erste Konfiguration',
  ofBand: 'Beste des Bandes',
  programs: 'Programme',
  farPrograms: 'mehr als 5 % langsamer',
  withinPrograms: 'höchstens 2 % hinter der besten von allen',
  farIs: '{far} von {count} Programmen sind mehr als 5 % langsamer',
  nearAsk:
    'Das ganze Band wird gemessen. Bei wie vielen der {count} Programme liegt seine beste höchstens 2 % hinter der besten von allen?',
  nearRight:
    'Die Reihenfolge im Band ist unsicher, aber eine, die höchstens 2 % hinter der besten liegt, ist fast immer darin; bei ebenso vielen zufällig gewählten Konfigurationen wären es im Mittel {random} Programme. Unterschiede unter 2 % gelten uns als Rauschen; nur `{outside}` liegt außerhalb, der markierte Punkt.',
  nearWrong:
    'Drücken Sie *Beste des Bandes*. Die Reihenfolge im Band ist unsicher, aber eine, die höchstens 2 % hinter der besten liegt, ist fast immer darin; bei ebenso vielen zufällig gewählten Konfigurationen wären es im Mittel {random} Programme. Unterschiede unter 2 % gelten uns als Rauschen; nur `{outside}` liegt außerhalb, der markierte Punkt.',

  ownTitle: 'Das eigene Ergebnis lesen',
  own1: 'Drei Blicke, in dieser Reihenfolge. Wie viele liegen im Band der ersten? Messen Sie alle, oder so viele Sie können. Wurde an Ähnlichem trainiert? Nah ist kein Versprechen, fern kein Urteil: Messen Sie trotzdem. Was ist gemessen? Wenn nichts, ist das Urteil nur eine Vorhersage; wenn das ganze Band, nehmen Sie die schnellste.',
  adviceClear:
    'Die erste ist klar von den übrigen getrennt. In bis zu einem von zehn solchen Paaren ist das dennoch falsch.',
  adviceFew: '{band} Konfigurationen liegen im Band der ersten. Messen Sie alle: Es dauert nicht lange.',
  adviceMany:
    'Eine, die höchstens 2 % hinter der besten liegt, ist wohl unter diesen {band}, dem Band der ersten. Messen Sie davon so viele, wie Sie können, von oben an; am besten alle.',
  adviceAlike:
    'Bei zurückgehaltenen Programmen dieser Ähnlichkeit waren {accuracy} der Paare mit mehr als 2 % Unterschied richtig geordnet. Das ist ein Mittelwert, kein Versprechen.',
  adviceUnlike: 'In den Trainingsdaten war nichts Ähnliches. Messen Sie mehr als das Band.',
  adviceMeasured:
    'Laufzeiten sind bekannt: Die beste hat Rang {k}. Mit gemessenen Zeiten braucht man die Rangliste nicht mehr.',
  adviceMeasure:
    'Nichts ist gemessen: Das Urteil ist eine Vorhersage. Messen Sie das ganze Band, bevor Sie sich darauf verlassen.',
};
