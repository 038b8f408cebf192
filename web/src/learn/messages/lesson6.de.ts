import type { en } from './lesson6.en';

export const de: Record<keyof typeof en, string> = {
  isExample: '(gespeichertes Beispiel)',
  isOwn: '(im Fenster geöffnet)',
  showOwn: 'Das Programm im Fenster',
  showExample: 'Gespeichertes Beispiel',
  configurations: 'Konfigurationen',
  compilerTime: 'Wahl des Compilers (ms)',
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
    'Eine Rangliste beginnt mit einem *Urteil*: was sich gegenüber den Layouts gewinnen lässt, die der Compiler selbst wählt ([compiler default]). Es sagt *measured* (gemessen), wo Laufzeiten bekannt sind, und *predicted* (vorhergesagt), wo nur das Modell gesprochen hat.',
  verdict2: 'Gemessene 5 % sind eine Tatsache über einen Rechner. Vorhergesagte 5 % sind ein Grund zu messen.',
  verdict3:
    'Ist im Fenster ein Programm mit Rangliste geöffnet, zeigt diese Lektion es. Sonst zeigt sie ein gespeichertes, dessen Zeiten gemessen sind. Das gespeicherte Beispiel ist eine faire Probe: Sein Modell wurde an {programs} Programmen trainiert, und keines seiner Art (Familie) war darunter. Das Modell *Simulated compiler with learned loop costs* des Fensters ist ebenso gebaut, hat inzwischen aber auch diese Programme gesehen.',
  exampleVerdict:
    'Die beste gemessene Konfiguration braucht {best} ms: {gain} weniger als die Wahl des Compilers ({compiler} ms).',

  bandTitle: 'Zu knapp zum Entscheiden',
  band1:
    'Jede Konfiguration hat einen Wert ([score]), und Werte unterscheiden sich fast immer ein wenig. Nicht jeder Unterschied bedeutet etwas.',
  band2:
    'Das untere Diagramm zeigt für Programme, die das Modell nicht kannte: Je größer der Unterschied zweier Werte, desto öfter gehörte der kleinere zur schnelleren Konfiguration. Wählen Sie zwei Ränge und vergleichen Sie.',
  band3:
    'Wo das Diagramm 90 % erreicht, die dünne Linie, gelten zwei Werte als getrennt. Konfigurationen, die von der ersten nicht getrennt sind, bilden ihr *Band* (unterlegt). Zwischen der ersten und einer anderen ihres Bandes irrt das Modell in mehr als einem von zehn solchen Paaren; zwischen Nachbarn, die sich oft kaum unterscheiden, irrt es noch öfter.',
  scoresLabel: 'Wert nach Rang',
  bandKey: 'erstes Band: Ränge 1 bis {band} von {of}',
  oneRank: 'Ein Rang',
  otherRank: 'Der andere Rang',
  pairIs:
    'Der Wert von Rang {a} ist um {difference} kleiner als der von Rang {b}: In {often} von 100 solchen Paaren ist er der schnellere, eine Wahrscheinlichkeit von {often} %.',
  pairSame: 'Die Ränge {a} und {b} haben denselben Wert: Das Modell sagt keinen Unterschied vorher.',
  curveLabel: 'Anteil der Paare in richtiger Reihenfolge nach dem Unterschied ihrer Werte',
  difference: 'Unterschied der Werte',
  inOrder: 'Paare richtig',
  ofHundred: 'von 100',
  pairAsk:
    'Zwei Werte unterscheiden sich um {difference}. In wie vielen von 100 solchen Paaren ist die Konfiguration mit dem kleineren Wert schneller?',
  pairRight: 'Eine Münze träfe in 50 von 100 Fällen. Ein so kleiner Unterschied sagt nur wenig mehr.',
  pairWrong:
    'Die Kurve beginnt bei 50 von 100, einer Münze. Bei einem Unterschied von {difference} ist sie erst wenig gestiegen.',

  topkTitle: 'Die ersten messen',
  topk1:
    'Aus einem Band führt das Messen. Nehmen Sie die ersten k Konfigurationen, führen Sie jede aus und behalten Sie die schnellste: Ihr Rückstand auf die beste von allen ([slowdown]) ist der Preis der Rangliste.',
  topk2:
    'Verschieben Sie k. Die Linie fällt, sobald eine schnellere Konfiguration dazukommt, und bleibt, wo eine weitere Messung umsonst war.',
  kLabel: 'k: gemessene Konfigurationen',
  kAxis: 'k: gemessene Konfigurationen',
  topkLabel: 'Rückstand der schnellsten der ersten k',
  topkIs: 'Die schnellste der ersten {k} braucht {slowdown} länger als die beste von allen.',
  enoughAsk:
    'In `{name}` braucht die erste Konfiguration {first} länger als die beste. Wie viele der ersten muss man messen, um die beste zu finden?',
  enoughRight:
    'Die beste hat Rang {truth}. Das Band der ersten reicht bis Rang {band}: Das Modell sagte, jede davon könne es sein.',
  enoughWrong:
    'Die beste hat Rang {truth}: Wählen Sie das gespeicherte Beispiel und schieben Sie k dorthin. Das Band der ersten reicht bis Rang {band}: Das Modell sagte, jede davon könne es sein.',

  similarTitle: 'Ähnlich dem, was es kennt?',
  similar1:
    'Ein Modell kennt, woran es trainiert wurde. Die Seite bildet für jedes Programm den Mittelwert der Merkmale aller seiner Instruktionen. Der Abstand sagt, wie weit zwei solche Mittelwerte auseinander liegen: 0 bei gleichem Mittelwert.',
  similar2:
    'Was ist weit? Bei den Modellen, die das Fenster anbietet, hatte ein Drittel der zurückgehaltenen Programme ([held out]) ein Trainingsprogramm innerhalb von 0,92, ein weiteres Drittel innerhalb von 1,95, die übrigen innerhalb von 5,44. Der Prozentsatz sagt, wie viele Paare bei den zurückgehaltenen Programmen richtig geordnet waren, die etwa so weit entfernt sind wie dieses.',
  similar3:
    'Der Prozentsatz ändert sich von nah nach fern nur wenig: zwischen {most} und {least} beim Modell der gespeicherten Beispiele. Ähnlichkeit ist kein Versprechen, wie die nächsten Schritte zeigen.',
  nearest: 'Nächste Trainingsprogramme und ihr Abstand',
  alike:
    'Bei zurückgehaltenen Programmen dieser Ähnlichkeit waren {accuracy} der Paare, deren Laufzeiten sich um mehr als 2 % unterscheiden, richtig geordnet.',
  unlike: 'Kein Trainingsprogramm ist diesem ähnlich: Eine Genauigkeit lässt sich nicht angeben.',

  trustAsk:
    '`{name}`: Würden Sie darauf vertrauen, dass die erste dieser Rangliste höchstens 5 % hinter der besten liegt?',
  trustYes: 'Ja',
  trustNo: 'Nein',
  hidden: 'Die Laufzeiten erscheinen hier, sobald Sie aufdecken oder überspringen.',
  timesLabel: 'Laufzeit nach Rang',
  bestKey: 'die beste: Rang {rank}',

  wideTitle: 'Würden Sie ihr trauen? Ein breites Band',
  wide1:
    '`{name}` vergleicht zwei Bilder, um Tiefen zu finden. Ihr Band hat {band} von {count} Konfigurationen; die nächsten Trainingsprogramme sind {distance} entfernt.',
  caseHow: 'Sehen Sie sich Band und Ähnlichkeit an. Entscheiden Sie dann; danach werden die Laufzeiten aufgedeckt.',
  wideRight:
    'Die erste braucht {slowdown} länger als die beste. Das Band von {band} warnte davor, die Ähnlichkeit nicht. Schon unter den ersten {enough} ist eine, die höchstens 5 % hinter der besten liegt.',
  wideWrong:
    'Die erste braucht {slowdown} länger als die beste, obwohl der Abstand zu den Trainingsprogrammen ein gewöhnlicher ist. Die Warnung war das Band von {band} Konfigurationen. Die ersten {enough} zu messen hätte genügt, um auf 5 % heranzukommen.',

  strangeTitle: 'Würden Sie ihr trauen? Nichts Vergleichbares',
  strange1:
    '`{name}` ist [attention|Attention] in Fenstern. Das nächste Trainingsprogramm ist {distance} entfernt, viel weiter als im Schritt davor. Ihr Band hat {band} Konfigurationen.',
  strangeRight:
    'Die erste ist die beste. Das schmale Band war hier das bessere Zeichen: Das Modell setzte {band} von {count} Konfigurationen klar vor die übrigen und hatte recht.',
  strangeWrong:
    'Die erste ist die beste von {count}. Der Abstand allein machte die Rangliste nicht schlecht, und das schmale Band von {band} war ein Grund, auf eine gute zu hoffen.',

  familiarTitle: 'Würden Sie ihr trauen? Ein alter Bekannter',
  familiar1:
    '`{name}` ist eine weitere Attention. Auch die Trainingsprogramme enthalten Attention, nur {distance} entfernt. Ihr Band hat {band} von {count} Konfigurationen.',
  familiarRight:
    'Die erste braucht {slowdown} länger als die beste, obwohl seine nächsten Trainingsprogramme sehr nah sind. Die beste ist im Band, aber erst an seinem Ende: {enough} muss man messen, um auf 5 % heranzukommen.',
  familiarWrong:
    'Die erste braucht {slowdown} länger als die beste. Ähnlichkeit ist ein Mittel über alle Instruktionen; ein einzelnes Layout, das das Modell falsch einschätzt, zeigt sich darin nicht. {enough} muss man messen, um auf 5 % heranzukommen, alle davon im Band.',

  allTitle: 'Was die Zeichen wert sind',
  all1: 'Drei Programme beweisen wenig. Hier sind alle {count} zurückgehaltenen: wie breit das erste Band war und wie viel langsamer die erste Konfiguration als die beste.',
  all2: 'Bei {far} von ihnen war die erste mehr als 5 % langsamer. Ein breites Band ist dafür ein schwaches Zeichen: Bänder von höchstens 10 Konfigurationen hatten im Mittel {small} % Rückstand, Bänder von mehr als 30 {large} %.',
  all3: 'Wählen Sie nach Ihrer Vorhersage *Beste des Bandes*: der Rückstand, der bleibt, wenn das ganze Band gemessen wird.',
  heldOutLabel: 'Rückstand nach Größe des ersten Bandes, ein Punkt je Programm',
  bandSize: 'Konfigurationen im ersten Band',
  ofFirst: 'Erste Konfiguration',
  ofBand: 'Beste des Bandes',
  programs: 'Programme',
  farPrograms: 'mehr als 5 % langsamer',
  farIs: '{far} von {count} Programmen sind mehr als 5 % langsamer',
  nearAsk:
    'Das ganze erste Band wird gemessen. Bei wie vielen der {count} Programme liegt seine beste höchstens 2 % hinter der besten von allen?',
  nearRight:
    'Unterschiede unter 2 % sind Rauschen. Das Band ist, was das Modell verspricht; die Reihenfolge darin ist es nicht.',
  nearWrong:
    'Drücken Sie *Beste des Bandes*. Die Reihenfolge im Band ist unsicher, aber die beste liegt fast immer darin: Das Band ist, was das Modell verspricht.',

  ownTitle: 'Das eigene Ergebnis lesen',
  own1: 'Drei Blicke, in dieser Reihenfolge: wie viele sich das erste Band teilen, ob an Ähnlichem trainiert wurde, und was gemessen ist.',
  adviceClear:
    'Die erste ist klar von den übrigen getrennt. In bis zu einem von zehn solchen Paaren ist das dennoch falsch.',
  adviceFew: '{band} Konfigurationen teilen sich das erste Band. Messen Sie alle: Es dauert nicht lange.',
  adviceMany:
    '{band} Konfigurationen teilen sich das erste Band. Messen Sie von oben so viele, wie Sie sich leisten können; die beste ist wohl darunter, irgendwo.',
  adviceAlike:
    'Bei zurückgehaltenen Programmen dieser Ähnlichkeit waren {accuracy} der Paare richtig geordnet. Das ist ein Mittelwert, kein Versprechen.',
  adviceUnlike: 'In den Trainingsdaten war nichts Ähnliches. Messen Sie mehr als das erste Band.',
  adviceMeasured:
    'Laufzeiten sind bekannt: Die beste hat Rang {k}. Mit gemessenen Zeiten braucht man die Rangliste nicht mehr.',
  adviceMeasure: 'Nichts ist gemessen: Das Urteil ist eine Vorhersage. Messen Sie, bevor Sie sich darauf verlassen.',
};
