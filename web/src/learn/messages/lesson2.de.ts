import type { en } from './lesson2.en';

export const de: Record<keyof typeof en, string> = {
  layout: 'Layout',
  rowMajor: '{1,0}: Zeile für Zeile',
  columnMajor: '{0,1}: Spalte für Spalte',
  milliseconds: 'ms',
  graphLabel: 'Graph des Programms mit seinen Layouts',

  memoryTitle: 'Eine Matrix liegt im Speicher als eine Folge',
  memory1:
    'Der Speicher ist eine lange Folge von Zahlen. Eine Matrix hat Zeilen und Spalten. Das [layout|Layout] sagt, in welcher Reihenfolge ihre Elemente im Speicher stehen: `{1,0}` Zeile für Zeile, `{0,1}` Spalte für Spalte. Dimension 0 zählt die Zeilen, Dimension 1 die Spalten. Die erste Zahl nennt die Dimension, in der Nachbarn im Speicher nebeneinander liegen, die letzte die, die am langsamsten wechselt.',
  memory2:
    'Die Zahl in jeder Zelle ist ihre Stelle im Speicher. Darunter stehen dieselben Zellen in der Reihenfolge des Speichers. Zeigen Sie auf eine Zelle, oder geben Sie Zeile und Spalte an.',
  memory3:
    'Eine Schrittweite ([stride]) ist der Abstand im Speicher von einem Element zum nächsten darunter oder zum nächsten rechts daneben. Mit 3 Zeilen und 5 Spalten hat `{1,0}` die Schrittweiten 5 (nach unten) und 1 (nach rechts), `{0,1}` hat 1 und 3. Wechseln Sie das Layout: Die Elemente bleiben an ihrem Platz in der Matrix, nur ihre Stellen im Speicher ändern sich.',
  rows: 'Zeilen',
  columns: 'Spalten',
  elementRow: 'Zeile des Elements',
  elementColumn: 'Spalte des Elements',
  asMatrix: 'Als Matrix: {shape}',
  inMemory: 'Im Speicher',
  matrixLabel: 'Die Matrix, jede Zelle mit ihrer Stelle im Speicher',
  memoryLabel: 'Die Zellen in der Reihenfolge des Speichers',
  addressFormula: 'Stelle eines Elements aus Zeile, Spalte und Schrittweiten',
  position: 'Stelle',
  rowStride: 'Schrittweite der Zeilen',
  columnStride: 'Schrittweite der Spalten',
  stridesAre: 'Die Schrittweite der Zeilen ist {row}, die der Spalten {column}',
  neighbourAsk:
    'Eine Matrix hat 64 Zeilen und 32 Spalten und ist Spalte für Spalte gespeichert. Wie weit liegen ein Element und sein rechter Nachbar im Speicher auseinander?',
  neighbourRight: 'Der Abstand ist eine ganze Spalte: 64, die Zahl der Zeilen. Dazwischen liegen 63 andere Elemente.',
  neighbourWrong:
    'Der rechte Nachbar steht in derselben Zeile der nächsten Spalte, und die liegt im Speicher eine ganze Spalte weiter: Der Abstand ist 64, und 63 Elemente liegen dazwischen.',

  linesTitle: 'Speicher kommt in Cache-Zeilen zu 64 Byte',
  lines1:
    'Ein Prozessor lädt keine einzelnen Zahlen. Er lädt eine Cache-Zeile ([cache line]): 64 Byte, hier 16 benachbarte Elemente zu 4 Byte. Einige bleiben im [cache|Cache]. Im Bild sind die Zellen im Cache blau, die gerade gelesene ist orange. Die übrigen sind grau, die Cache-Zeilen abwechselnd heller und dunkler.',
  lines2:
    'Eine Cache-Zeile aus dem Speicher zu laden ist das, was Zeit kostet; sie noch einmal aus dem Cache zu lesen geht schnell. Drücken Sie *Abspielen* und sehen Sie zu, wie alle 1.024 Elemente gelesen werden. Entlang des Layouts reicht eine Cache-Zeile für 16 Zugriffe. Quer dazu braucht jeder Zugriff eine andere.',
  lines3:
    'Der Cache fasst so viele Cache-Zeilen, wie Sie ihm geben. Ist er voll, verwirft er die, die am längsten nicht benutzt wurde.',
  walk: 'Reihenfolge der Zugriffe',
  byRows: 'Zeile für Zeile lesen',
  byColumns: 'Spalte für Spalte lesen',
  capacity: 'Cache-Zeilen, die der Cache fasst',
  walkLabel: 'Die Matrix aus 32 × 32 Elementen; die im Cache sind markiert',
  walkLoads: 'Der ganze Weg lädt {loads} Cache-Zeilen',
  visitAt: 'Zugriff {visit}, {loads} Cache-Zeilen geladen',
  loaded: 'Cache-Zeilen bisher geladen',
  loadedInAll: 'Cache-Zeilen am Ende geladen',
  bytesUsed: 'der geladenen Bytes werden benutzt',
  loadsAsk:
    'Zeile für Zeile gespeichert, Spalte für Spalte gelesen, Platz für 8 Cache-Zeilen: Wie viele werden geladen? (Zeile für Zeile gelesen sind es 64.)',
  loadsRight:
    'Eine Cache-Zeile für jeden der 1.024 Zugriffe: Bevor der Weg zu einer Cache-Zeile zurückkehrt, haben 31 andere sie verdrängt.',
  loadsWrong:
    'Jeder Zugriff eine Spalte hinab trifft eine andere Cache-Zeile. Eine Spalte trifft 32, der Cache fasst 8: Wenn die nächste Spalte dieselben 32 wieder braucht, sind sie verworfen. Also lädt jeder der 1.024 Zugriffe eine Cache-Zeile. Versuchen Sie es mit einem Cache für 32.',

  disagreeTitle: 'Wo Layouts nicht zusammenpassen, entsteht eine Kopie',
  disagree1:
    'Jedes Array eines Programms hat ein Layout. Wo eine Instruktion ein Array in einem anderen Layout liest, als es hat, fügt der Compiler eine [copy|Kopie] ein: Sie liest das ganze Array und schreibt es in der anderen Reihenfolge noch einmal.',
  disagree2:
    'Hier ist `out` das Matrixprodukt zweier Arrays, `sum` und `w`. XLA:CPU, der XLA-Compiler für Prozessoren, liest beide Zeile für Zeile. Sie können ein anderes Layout für `sum` verlangen, den Operanden 0 von `out` (gezählt wird ab 0). Der Compiler speichert `sum` dann so. Aber `out` selbst liest noch immer Zeile für Zeile, also steht zwischen den beiden eine Kopie. Der simulierte Compiler dieser Seite zeigt die Layouts an den Kästen und die Kopien an den Pfeilen.',
  disagree3:
    'Eine Kopie berechnet nichts, und sie braucht Zeit zum Lesen und zum Schreiben: Liest sie entlang des Layouts, so schreibt sie quer dazu, oder umgekehrt. Sie kann sich lohnen, wenn das, was das Array liest, danach entlang seines Layouts läuft statt quer. Hier kann sie das nicht: `curve`, ein tanh, und `sum`, ein add, gehen einmal durch alle Zahlen, in beiden Layouts gleich schnell.',
  askedLayout: 'Layout, das Sie für Operand 0 von out verlangen',
  compilerChooses: 'Dem Compiler überlassen',
  askFor: '{layout} verlangen',
  programs: 'Programm',
  chain: 'Ein Nutzer',
  copy: 'Kopie',
  noCopies: 'Keine Kopie: Alle Layouts passen zusammen.',
  copiesOf: 'Kopien: {count} (von {where}).',
  notYet: 'Noch ist nichts verlangt. Gehen Sie einen Schritt.',
  source: 'Text des Programms',
  copiesAsk:
    'Sie verlangen `{0,1}` für `sum`, obwohl `out` es Zeile für Zeile liest. Auch `x` ist Zeile für Zeile gespeichert. Wie viele Kopien fügt der Compiler ein?',
  copiesRight:
    'Zwei: eine von `x` in das Layout, das Sie verlangt haben, und eine von `sum` zurück zu Zeile für Zeile, denn so liest `out` noch immer.',
  copiesWrong:
    'Zwei. `x` wird in das Layout kopiert, das Sie verlangt haben. Auch `sum` hat es dann, aber `out` liest noch immer Zeile für Zeile: Darum wird `sum` zurückkopiert. Verlangen Sie `{0,1}` und sehen Sie nach.',

  propagateTitle: 'Ein Layout wandert nach oben',
  propagate1:
    'Eine Forderung bleibt nicht dort, wo Sie sie stellen. Der Compiler reicht sie zurück, vom Nutzer zu der Instruktion, die das Array berechnet, und weiter zu deren Operanden. Verlangen Sie `{0,1}` und gehen Sie die Schritte.',
  propagate2:
    'Eine elementweise Operation ([elementwise]), hier tanh und add, nimmt das Layout an und verlangt dasselbe von ihren Operanden: Die Forderung geht weiter. Ein Parameter, ein Matrixprodukt und eine Transposition behalten ihr Layout: Dort endet die Forderung, und wenn die beiden Layouts verschieden sind, wird eine Kopie eingefügt.',
  propagate3:
    'Versuchen Sie nun *Zwei Nutzer* und *Eine Transposition*. Eine Transposition ([transpose]) vertauscht Zeilen und Spalten: Eine Zeile von `x` ist eine Spalte von `turned`. `x` liegt Zeile für Zeile im Speicher. Als `turned` gelesen, liegt derselbe Speicher Spalte für Spalte, `{0,1}`. Darum muss diese Transposition keine Zahl bewegen. Verlangen Sie `{0,1}`: `sum` liest es so, und die einzige Kopie ist die vor `out`.',
  readers: 'Zwei Nutzer',
  transposed: 'Eine Transposition',
  propagationSteps: 'Schritte der Ausbreitung',
  stepBegin: 'Für Operand 0 von {name} wird {layout} verlangt.',
  stepTake: '{name} nimmt {layout} an.',
  stepKeep: '{name} behält das eigene Layout. {layout} endet hier.',
  stepStop: 'Die Forderung endet bei {name}: Seine Operanden werden ohnehin als {layout} gelesen.',
  readersAsk:
    'Programm *Zwei Nutzer*: `other` ist ein zweites Matrixprodukt und liest `curve` Zeile für Zeile. Sie verlangen `{0,1}` für Operand 0 von `out`. Wie viele Kopien gibt es?',
  readersRight:
    'Zwei wie vorher und eine mehr: Ihre Forderung hat `curve` erreicht. Es ist jetzt Spalte für Spalte gespeichert, also braucht `other` eine Kopie zurück.',
  readersWrong:
    'Ihre Forderung wandert von `sum` zu `curve`, also ist `curve` Spalte für Spalte gespeichert. `other` liest es Zeile für Zeile und braucht eine Kopie zurück: mit den beiden von vorher drei. Wählen Sie das Programm, verlangen Sie `{0,1}` und gehen Sie zum letzten Schritt.',

  measuredTitle: 'Ein Layout, gemessen',
  measured1:
    'Das ist `capsule`, eines der Beispiele dieser Seite. Es wurde mit vielen Layouts übersetzt, und jede Laufzeit wurde auf einem Prozessorkern gemessen.',
  measured2:
    'Die beiden Konfigurationen unterscheiden sich in einem Layout eines reshape. Ein reshape (Umformung) gibt denselben Zahlen andere Größen. Sein Operand 0 (gezählt wird ab 0: der erste) hat vier Dimensionen, also hat sein Layout vier Zahlen. Links sind alle Layouts die des Programms; rechts wird für diesen Operanden `{1,0,3,2}` erzwungen.',
  measured3:
    'Die Laufzeiten sind gemessen; die Kopien sind die, die der simulierte Compiler einfügt. Mit seinen eigenen Layouts kopiert das Programm ein Array von 655 kB einmal, in das Layout, das der reshape liest. Mit dem anderen kopiert es das Array zweimal: in das verlangte Layout und von dort in das, das der reshape liest.',
  programLayouts: 'Layouts des Programms',
  otherLayout: 'Ein anderes Layout',
  extraCopies: 'Kopien, die nur hier nötig sind: {count}',
  noExtraCopies: 'Keine Kopie ist nötig, die das andere nicht auch braucht.',
  predictFirst: 'Erst die Frage beantworten oder überspringen',
  slowerAsk: 'Mit seinen eigenen Layouts braucht das Programm 0,63 ms. Wie lange braucht es mit dem anderen?',
  slowerRight:
    'Mehr als doppelt so lange, für dieselben Ergebnisse: ein anderes Layout und die Kopien, die es mit sich bringt.',
  slowerWrong:
    'Es braucht 1,41 ms, mehr als doppelt so lange, für dieselben Ergebnisse: Das andere Layout und seine Kopien kosten zusätzlich mehr Zeit, als das ganze Programm vorher brauchte.',

  ownTitle: 'Das Programm, das im Fenster offen ist',
  own1: 'Diese Instruktionen des Programms im Fenster, hinter dieser Lektion, bewegen nur Daten: Kopien, Transpositionen und Umformungen, mit den Bytes, die sie lesen und schreiben.',
  own2: 'Die Liste *Conflicts* des Fensters zeigt alle, und dazu die einer gewählten Konfiguration.',
  ownNone: 'Es ist kein Programm offen, oder seine Kosten sind noch nicht geschätzt.',
  ownCaption: 'Instruktionen, die nur Daten bewegen: {count}',
  ownEmpty: 'Keine Kopie, Transposition oder Umformung dieses Programms bewegt Daten.',
};
