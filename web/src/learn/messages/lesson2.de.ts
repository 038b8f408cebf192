import type { en } from './lesson2.en';

export const de: Record<keyof typeof en, string> = {
  layout: 'Layout',
  rowMajor: '{1,0}: Zeile für Zeile',
  columnMajor: '{0,1}: Spalte für Spalte',
  milliseconds: 'ms',
  graphLabel: 'Graph des Programms mit seinen Layouts',

  memoryTitle: 'Eine Matrix liegt im Speicher als Linie',
  memory1:
    'Der Speicher ist eine lange Linie von Zahlen. Eine Matrix hat Zeilen und Spalten. Das [layout|Layout] sagt, wie sie auf die Linie gelegt werden: `{1,0}` Zeile für Zeile, `{0,1}` Spalte für Spalte.',
  memory2:
    'Die Zahl in jeder Zelle ist ihre Stelle im Speicher. Darunter stehen dieselben Zellen in der Reihenfolge des Speichers. Zeigen Sie auf eine Zelle, oder geben Sie Zeile und Spalte an.',
  memory3:
    'Ein [stride|Schritt] ist der Abstand im Speicher von einem Element zum nächsten darunter oder zum nächsten rechts daneben. Drehen Sie die Matrix: Die Schritte tauschen die Plätze, die Elemente bleiben.',
  rows: 'Zeilen',
  columns: 'Spalten',
  elementRow: 'Zeile des Elements',
  elementColumn: 'Spalte des Elements',
  asMatrix: 'Als Matrix: {shape}',
  inMemory: 'Im Speicher',
  matrixLabel: 'Die Matrix, jede Zelle mit ihrer Stelle im Speicher',
  memoryLabel: 'Die Zellen in der Reihenfolge des Speichers',
  addressFormula: 'Stelle eines Elements aus Zeile, Spalte und Schritten',
  position: 'Stelle',
  rowStride: 'Schritt der Zeilen',
  columnStride: 'Schritt der Spalten',
  stridesAre: 'Der Schritt der Zeilen ist {row}, der der Spalten {column}',
  neighbourAsk:
    'Eine Matrix hat 64 Zeilen und 32 Spalten und ist Spalte für Spalte gespeichert. Wie weit liegen ein Element und sein rechter Nachbar im Speicher auseinander?',
  neighbourRight:
    'Dazwischen liegen der Rest einer Spalte und der Anfang der nächsten: 64 Schritte, die Zahl der Zeilen.',
  neighbourWrong:
    'Der rechte Nachbar steht in der nächsten Spalte, und zwischen beiden liegt eine ganze Spalte, 64 Elemente.',

  linesTitle: 'Speicher kommt in Zeilen zu 64 Byte',
  lines1:
    'Ein Prozessor lädt keine einzelnen Zahlen. Er lädt eine Cache-Zeile ([cache line]): 64 Byte, hier 16 benachbarte Elemente. Einige bleiben im Cache; blaue Zellen sind gerade dort.',
  lines2:
    'Drücken Sie *Abspielen* und sehen Sie zu, wie eine Schleife alle 1.024 Elemente liest. Entlang des Layouts reicht eine Cache-Zeile für 16 Zugriffe. Quer dazu braucht jeder Zugriff eine andere.',
  lines3:
    'Der Cache fasst so viele Zeilen, wie Sie ihm geben. Ist er voll, verwirft er die, die am längsten nicht benutzt wurde.',
  walk: 'Reihenfolge der Zugriffe',
  byRows: 'Zeile für Zeile lesen',
  byColumns: 'Spalte für Spalte lesen',
  capacity: 'Zeilen im Cache',
  walkLabel: 'Die Matrix aus 32 × 32 Elementen; die im Cache sind markiert',
  walkLoads: 'Der ganze Weg lädt {loads} Cache-Zeilen',
  visitAt: 'Zugriff {visit}, {loads} Cache-Zeilen geladen',
  loaded: 'Cache-Zeilen bisher geladen',
  loadedInAll: 'am Ende geladen',
  bytesUsed: 'der geladenen Bytes werden benutzt',
  loadsAsk:
    'Zeile für Zeile gespeichert, Spalte für Spalte gelesen, 8 Zeilen im Cache: Wie viele Cache-Zeilen werden geladen? (Zeile für Zeile gelesen sind es 64.)',
  loadsRight:
    'Eine für jeden der 1.024 Zugriffe: Bevor der Weg zu einer Cache-Zeile zurückkehrt, haben 32 andere sie verdrängt.',
  loadsWrong:
    'Jeder Zugriff eine Spalte hinab trifft eine andere Cache-Zeile. Eine Spalte braucht 32, der Cache fasst 8: Beginnt die nächste Spalte, sind sie weg. Also lädt jeder der 1.024 Zugriffe eine. Versuchen Sie es mit 32 Zeilen im Cache.',

  disagreeTitle: 'Wo Layouts nicht zusammenpassen, entsteht eine Kopie',
  disagree1:
    'Jedes Array eines Programms hat ein Layout. Wo eine Instruktion ein anderes lesen will, fügt der Compiler eine [copy|Kopie] ein: eine Schleife, die das ganze Array liest und in der anderen Reihenfolge schreibt.',
  disagree2:
    'Hier ist `out` ein Matrixprodukt. Auf XLA:CPU liest und schreibt es Zeile für Zeile. Verlangen Sie `{0,1}` für das Array, das es liest: Der simulierte Compiler dieser Seite antwortet mit den Layouts an den Kästen und den Kopien an den Pfeilen.',
  disagree3:
    'Eine Kopie berechnet nichts. Sie kostet zweimal Zeit: Sie liest in einer Reihenfolge und schreibt in einer anderen, und eine von beiden läuft quer zum Layout.',
  askedLayout: 'Verlangtes Layout für Operand 0 von out',
  compilerChooses: 'Dem Compiler überlassen',
  askFor: '{layout} verlangen',
  programs: 'Programm',
  chain: 'Ein Leser',
  copy: 'Kopie',
  noCopies: 'Keine Kopie: Alle Layouts passen zusammen.',
  copiesOf: 'Kopien: {count} (von {where}).',
  notYet: 'Noch ist nichts verlangt. Gehen Sie einen Schritt.',
  source: 'Text des Programms',
  copiesAsk:
    'Sie verlangen `{0,1}`. `x` ist Zeile für Zeile gespeichert, und `out` liest Zeile für Zeile. Wie viele Kopien fügt der Compiler ein?',
  copiesRight:
    'Eine auf dem Hinweg und eine auf dem Rückweg: von `x` zum verlangten Layout und vor `out` wieder zurück.',
  copiesWrong:
    'Zwischen zwei Arrays, die Zeile für Zeile gespeichert sind, liegt eines, das es nicht sein darf: Eine Kopie dreht `x`, eine andere dreht `sum` für `out` zurück. Verlangen Sie `{0,1}` und sehen Sie nach.',

  propagateTitle: 'Ein Layout wandert nach oben',
  propagate1:
    'Eine Forderung bleibt nicht dort, wo sie gestellt wird. Der Compiler reicht sie zurück, vom Leser zu der Instruktion, die das Array berechnet, und weiter zu deren Operanden. Verlangen Sie `{0,1}` und gehen Sie die Schritte.',
  propagate2:
    'Eine elementweise Operation nimmt jedes Layout an und reicht es weiter. Ein Parameter behält seines: Dort endet die Forderung, und eine Kopie entsteht.',
  propagate3:
    'Versuchen Sie die beiden anderen Programme: eines mit einem zweiten Leser von `curve`, eines mit einer Transposition, die ohne Kopie Spalte für Spalte gespeichert ist.',
  readers: 'Zwei Leser',
  transposed: 'Eine Transposition',
  propagationSteps: 'Schritte der Ausbreitung',
  stepBegin: 'Für Operand 0 von {name} wird {layout} verlangt.',
  stepTake: '{name} nimmt {layout} an.',
  stepKeep: '{name} behält das eigene Layout. {layout} endet hier.',
  stepStop: '{name} reicht nichts weiter: {layout} haben seine Operanden schon.',
  readersAsk:
    'Programm *Zwei Leser*: Auch `other` liest `curve` und will es Zeile für Zeile. Wie viele Kopien gibt es, wenn `{0,1}` verlangt wird?',
  readersRight:
    'Zwei wie vorher und eine mehr: `curve` hat jetzt das Layout, das für `out` verlangt wurde, also braucht `other` eine Kopie zurück.',
  readersWrong:
    '`curve` nimmt `{0,1}` an, weil es für `out` verlangt wird. `other` hat das nicht verlangt und braucht eine Kopie zurück: zusammen drei. Wählen Sie das Programm, stellen Sie die Forderung und gehen Sie zum letzten Schritt.',

  measuredTitle: 'Ein Layout, gemessen',
  measured1:
    'Das ist `capsule`, eines der Beispiele dieser Seite: ein Kapselnetz, auf einem Prozessorkern mit vielen Layouts gemessen.',
  measured2:
    'Die beiden Konfigurationen unterscheiden sich in einem Layout eines reshape. Links die Layouts des Programms; rechts wird Operand 0 als `{1,0,3,2}` verlangt.',
  measured3:
    'Mit seinen eigenen Layouts kopiert das Programm ein Array von 655 kB einmal. Mit dem anderen kopiert der simulierte Compiler es in das verlangte Layout und dann zurück, und beide Kopien laufen quer zu einem Layout.',
  programLayouts: 'Layouts des Programms',
  otherLayout: 'Ein anderes Layout',
  extraCopies: 'Kopien, die nur hier nötig sind: {count}',
  noExtraCopies: 'Keine Kopie ist nötig, die das andere nicht auch braucht.',
  predictFirst: 'Erst die Frage beantworten oder überspringen',
  slowerAsk: 'Mit seinen eigenen Layouts braucht das Programm 0,63 ms. Wie lange braucht es mit dem anderen?',
  slowerRight: 'Mehr als doppelt so lange, für dieselben Zahlen. Nur die Reihenfolge im Speicher ist anders.',
  slowerWrong:
    'Es braucht mehr als doppelt so lange, für dieselben Zahlen: Die Kopien kosten zusätzlich mehr Zeit, als das ganze Programm vorher brauchte.',

  ownTitle: 'Das Programm, das im Fenster offen ist',
  own1: 'Diese Instruktionen des Programms hinter dieser Lektion bewegen nur Daten: Kopien, Transpositionen und Umformungen, mit den Bytes, die sie lesen und schreiben.',
  own2: 'Die Liste *Conflicts* des Fensters zeigt alle, und dazu die einer gewählten Konfiguration.',
  ownNone: 'Es ist kein Programm offen, oder seine Kosten sind noch nicht geschätzt.',
  ownCaption: 'Instruktionen, die nur Daten bewegen: {count}',
  ownEmpty: 'Keine Kopie, Transposition oder Umformung dieses Programms bewegt Daten.',
};
