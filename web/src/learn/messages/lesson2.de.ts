import type { en } from './lesson2.en';

export const de: Record<keyof typeof en, string> = {
  layout: 'Layout',
  rowMajor: '{1,0}: Zeile für Zeile',
  columnMajor: '{0,1}: Spalte für Spalte',
  milliseconds: 'ms',
  graphLabel: 'Graph des Programms mit seinen Layouts',

  memoryTitle: 'Eine Matrix liegt im Speicher als eine Folge',
  memory1:
    'Der Speicher ist eine lange Folge von Zahlen. Eine Matrix hat Zeilen und Spalten. Das [layout|Layout] sagt, in welcher Reihenfolge ihre Elemente im Speicher stehen: `{1,0}` Zeile für Zeile, `{0,1}` Spalte für Spalte. Es nennt die Dimensionen von schnell nach langsam, 0 für die Zeile und 1 für die Spalte: Bei `{1,0}` wechselt die Spalte mit jedem Schritt durch den Speicher, die Zeile erst nach einer ganzen Zeile.',
  memory2:
    'Die Zahl in jeder Zelle ist ihre Stelle im Speicher, gezählt ab 0 wie Zeilen und Spalten. Darunter stehen dieselben Zellen in der Reihenfolge des Speichers. Zeigen Sie auf eine Zelle, oder geben Sie Zeile und Spalte an.',
  memory3:
    'Eine Schrittweite ([stride]) ist der Abstand im Speicher von einem Element zum nächsten darunter oder zum nächsten rechts daneben. Mit 3 Zeilen und 5 Spalten hat `{1,0}` die Schrittweiten 5 (nach unten) und 1 (nach rechts), `{0,1}` hat 1 und 3. Wechseln Sie das Layout: Die Elemente bleiben an ihrem Platz in der Matrix, nur ihre Stellen im Speicher ändern sich. Mit mehr Dimensionen ist es ebenso: Die zuerst genannte hat die Schrittweite 1, jede weitere die der vorigen mal deren Größe.',
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
  rowTerm: 'Zeile',
  columnTerm: 'Spalte',
  stridesAre: 'Die Schrittweite der Zeilen ist {row}, die der Spalten {column}',
  neighbourAsk:
    'Eine Matrix hat 64 Zeilen und 32 Spalten und ist Spalte für Spalte gespeichert. Wie weit liegen ein Element und sein rechter Nachbar im Speicher auseinander?',
  neighbourRight: 'Der Abstand ist eine ganze Spalte: 64, die Zahl der Zeilen. Dazwischen liegen 63 andere Elemente.',
  neighbourWrong:
    'Der rechte Nachbar steht in derselben Zeile der nächsten Spalte, und die liegt im Speicher eine ganze Spalte weiter: Der Abstand ist 64, und 63 Elemente liegen dazwischen.',

  linesTitle: 'Speicher kommt in Cache-Zeilen zu 64 Byte',
  lines1:
    'Ein Prozessor lädt keine einzelnen Zahlen. Er lädt eine Cache-Zeile ([cache line]): 64 Byte, hier 16 benachbarte Elemente zu 4 Byte. Einige bleiben im [cache|Cache]. Das Bild ist eine Matrix aus 32 × 32 Elementen, zunächst Zeile für Zeile gespeichert: Jede Zeile besteht aus zwei Cache-Zeilen. Zellen im Cache sind blau, die gerade gelesene ist orange, die übrigen sind grau: hell und dunkel, damit sich benachbarte Cache-Zeilen unterscheiden.',
  lines2:
    'Eine Cache-Zeile aus dem Speicher zu laden ist das, was Zeit kostet; sie noch einmal aus dem Cache zu lesen geht schnell. Drücken Sie *Abspielen* und sehen Sie zu, wie alle Elemente gelesen werden. *Entlang des Layouts*, in der Reihenfolge des Speichers, reicht eine Cache-Zeile für 16 Zugriffe. *Quer dazu*, etwa Spalte für Spalte, wo Zeilen gespeichert sind, braucht jeder Zugriff eine andere.',
  lines3:
    'Der Cache fasst so viele Cache-Zeilen, wie Sie ihm geben. Ist er voll, verwirft er die, die am längsten unbenutzt ist.',
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
    'Hier ist `out` das Matrixprodukt zweier Arrays, `sum` und `w`. XLA:CPU, der XLA-Compiler für Prozessoren, liest beide Zeile für Zeile. Sie können verlangen, dass `sum`, der Operand 0 von `out` (gezählt wird ab 0), in einem anderen Layout gespeichert wird. Solche Forderungen sind das, was eine Konfiguration wählt; ob sich eine lohnt, sagen die Modelle vorher. Der Compiler lässt dann `sum`, und davor schon `curve`, in diesem Layout rechnen. Aber `out` und `x` bleiben Zeile für Zeile: Wo das Layout wechselt, ist eine Kopie nötig.',
  disagree3:
    'Eine Kopie berechnet nichts, kostet aber Zeit: Sie liest entlang des einen Layouts und schreibt quer zum anderen, oder umgekehrt. Sie lohnt sich nur, wenn das, was das Array liest, dadurch mehr Zeit spart. Hier ist das nicht so: `curve`, ein tanh, und `sum`, `curve` plus sich selbst, gehen einmal durch alle Zahlen, in beiden Layouts gleich schnell.',
  disagree4:
    'Diese Seite ahmt den Compiler nach (der *simulierte Compiler*). Das Bild zeigt die Layouts an den Kästen und die Kopien an den Pfeilen.',
  askedLayout: 'Layout, das Sie für Operand 0 von out verlangen',
  compilerChooses: 'Dem Compiler überlassen',
  askFor: '{layout} verlangen',
  programs: 'Programm',
  chain: 'Ein Nutzer',
  copy: 'Kopie',
  noCopies: 'Keine Kopie: Alle Layouts passen zusammen.',
  copiesOf: 'Kopien: {count} (von {where}).',
  notYet: 'Noch ist nichts verlangt: Drücken Sie „{layout} verlangen“.',
  source: 'Text des Programms',
  copiesAsk:
    'Sie verlangen `{0,1}` für `sum`. `out` liest es Zeile für Zeile, und `x` ist Zeile für Zeile gespeichert. Wie viele Kopien fügt der Compiler ein?',
  copiesRight:
    'Zwei: eine von `x` in das verlangte Layout, vor `curve`, und eine von `sum` zurück zu Zeile für Zeile, vor `out`.',
  copiesWrong:
    'Zwei. `x` wird in das verlangte Layout kopiert, denn darin rechnet `curve`. Auch `sum` hat es dann, aber `out` liest noch immer Zeile für Zeile: Darum wird `sum` zurückkopiert. Verlangen Sie `{0,1}` und sehen Sie nach.',

  propagateTitle: 'Ein Layout wandert nach oben',
  propagate1:
    'Eine Forderung bleibt nicht dort, wo Sie sie stellen. Der Compiler reicht sie zurück, vom Nutzer zu der Instruktion, die das Array berechnet, und weiter zu deren Operanden. Drücken Sie *{0,1} verlangen*, dann › für jeden Schritt der Forderung.',
  propagate2:
    'Eine elementweise Operation ([elementwise]), hier tanh und add, nimmt das Layout an und verlangt dasselbe von ihren Operanden: Die Forderung geht weiter. Ein Parameter, ein Matrixprodukt und eine Transposition behalten ihr Layout: Dort endet die Forderung, und wenn die beiden Layouts verschieden sind, wird eine Kopie eingefügt.',
  propagate3:
    'Drücken Sie *Eine Transposition*. Eine Transposition ([transpose]) vertauscht Zeilen und Spalten: `turned` hat je Spalte von `x` eine Zeile. Sie nimmt das Layout, bei dem sich keine Zahl bewegen muss: `x` hat `{1,0}`, also bekommt `turned` `{0,1}`, und der Speicher bleibt, wie er ist. Verlangen Sie `{0,1}`: `sum` liest `turned` so, und die einzige Kopie ist die vor `out`.',
  readers: 'Zwei Nutzer',
  transposed: 'Eine Transposition',
  propagationSteps: 'Schritte der Ausbreitung',
  stepBegin: 'Für Operand 0 von {name} wird {layout} verlangt.',
  stepNone: 'Drücken Sie ›, um zu sehen, wohin das Layout wandert.',
  stepTake: '{name} nimmt {layout} an.',
  stepKeep: '{name} behält das eigene Layout. {layout} endet hier.',
  stepStop: 'Die Forderung endet bei {name}: Seine Operanden werden ohnehin als {layout} gelesen.',
  readersAsk:
    'Drücken Sie *Zwei Nutzer*: Nun liest auch ein zweites Matrixprodukt, `other`, das `curve`, Zeile für Zeile. Sie verlangen `{0,1}` für Operand 0 von `out`. Wie viele Kopien gibt es?',
  readersRight:
    'Zwei wie vorher und eine mehr: Ihre Forderung hat `curve` erreicht. Es ist jetzt Spalte für Spalte gespeichert, also braucht `other` eine Kopie zurück.',
  readersWrong:
    'Ihre Forderung wandert von `sum` zu `curve`, also ist `curve` Spalte für Spalte gespeichert. `other` liest es Zeile für Zeile und braucht eine Kopie zurück: mit den beiden von vorher drei. Verlangen Sie `{0,1}` und gehen Sie zum letzten Schritt.',

  measuredTitle: 'Ein Layout, gemessen',
  measured1:
    'Das ist `capsule`, eines der Beispiele dieser Seite. Es wurde mit vielen Layouts übersetzt, und jede Laufzeit wurde auf einem Prozessorkern gemessen.',
  measured2:
    'Eine Wahl aller Layouts eines Programms heißt Konfiguration ([configuration]). Diese beiden unterscheiden sich in einem Layout: dem von Operand 0 eines reshape. Ein reshape (Umformung) behält die Zahlen und ordnet sie in ein Array mit anderen Dimensionen. Der Operand hat vier Dimensionen, also hat sein Layout vier Zahlen. Links ist es das des Programms; rechts wird `{1,0,3,2}` erzwungen.',
  measured3:
    'Die Laufzeiten sind gemessen; die Kopien sind die, die der simulierte Compiler einfügt. Mit seinen eigenen Layouts kopiert das Programm ein Array von 655 kB einmal, in das Layout, das der reshape liest. Mit dem anderen kopiert es das Array zweimal: in das verlangte Layout und von dort in das, das der reshape liest.',
  programLayouts: 'Layouts des Programms',
  otherLayout: 'Ein anderes Layout',
  extraCopies: 'Kopien, die nur hier nötig sind: {count}',
  changedTo: 'Layout {to} statt {from}',
  copyOf: 'Kopie von {name} von {from} nach {to}, {bytes}',
  noExtraCopies: 'Keine Kopie ist nötig, die das andere nicht auch braucht.',
  predictFirst: 'Erst die Frage beantworten oder überspringen',
  slowerAsk: 'Mit seinen eigenen Layouts braucht das Programm 0,63 ms. Wie lange braucht es mit dem anderen?',
  slowerRight:
    'Mehr als doppelt so lange, für dieselben Ergebnisse. Eine Kopie mehr, und das Programm braucht 0,78 ms länger als vorher: mehr, als die alte Kopie und alles andere zusammen brauchten. Die Größe allein sagt also nicht, wie lange eine Kopie dauert. Die alte verschiebt Zahlen nur innerhalb von Blöcken zu 512 Byte (16 × 8 Zahlen zu 4 Byte); die erste der beiden neuen legt Nachbarn 41 kB auseinander (10 × 128 × 8 Zahlen), jeden in eine andere Cache-Zeile.',
  slowerWrong:
    'Es braucht mehr als doppelt so lange, für dieselben Ergebnisse. Eine Kopie mehr, und das Programm braucht 0,78 ms länger als vorher: mehr, als die alte Kopie und alles andere zusammen brauchten. Die Größe allein sagt also nicht, wie lange eine Kopie dauert. Die alte verschiebt Zahlen nur innerhalb von Blöcken zu 512 Byte (16 × 8 Zahlen zu 4 Byte); die erste der beiden neuen legt Nachbarn 41 kB auseinander (10 × 128 × 8 Zahlen), jeden in eine andere Cache-Zeile.',

  ownTitle: 'Das Programm auf der Hauptseite',
  own1: 'Diese Instruktionen des Programms auf der Hauptseite bewegen nur Daten: Kopien, Transpositionen und Umformungen, mit den Bytes, die sie lesen und schreiben. Transpositionen und Umformungen, die nichts bewegen müssen, sind weggelassen.',
  own2: 'Auf der Hauptseite zeigt die Liste *Conflicts* alle, und dazu die Kopien, die eine andere Konfiguration braucht.',
  ownNone: 'Es ist kein Programm offen, oder seine Kosten sind noch nicht geschätzt.',
  ownCaption: 'Instruktionen, die nur Daten bewegen: {count}, die {shown} größten',
  ownEmpty: 'Keine Kopie, Transposition oder Umformung dieses Programms bewegt Daten.',
};
