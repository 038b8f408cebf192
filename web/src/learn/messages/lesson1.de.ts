import type { en } from './lesson1.en';

export const de: Record<keyof typeof en, string> = {
  textLabel: 'HLO-Text',
  graphLabel: 'Graph des Programms',
  original: 'Ursprünglicher Text',
  atLine: 'Zeile {line}:',
  atColumn: 'Zeile {line}, Spalte {column}:',
  reads: '{name} liest {operands}',
  readsNothing: '{name} liest nichts',

  linesTitle: 'Eine Zeile, ein Kasten',
  lines1:
    'Das ist ein Programm in [HLO], der Sprache des Compilers XLA. Jede Zeile zwischen den Klammern ist eine [instruction|Instruktion]: ein Name, die Form des Ergebnisses ([shape]; `f32[64,128]` sind 64 Zeilen zu 128 Kommazahlen), die Operation ([opcode]) und in runden Klammern die [operand|Operanden], die sie liest.',
  lines2:
    'Jede Instruktion ist auch ein Kasten. Seine Farbe zeigt die Art der Operation: Matrixprodukte sind lila, Parameter hellgrau. Zeigen Sie auf eine Zeile, leuchtet ihr Kasten auf; zeigen Sie auf einen Kasten, leuchtet seine Zeile auf. Mit der Tastatur: den Cursor durch den Text bewegen oder im Graphen die Pfeiltasten drücken.',
  lines3:
    'Ein Pfeil führt von einem Operanden zu der Instruktion, die ihn liest, seinem Nutzer ([user]). `product` ist ein Matrixprodukt ([dot]): Es liest `x` und `w`, also enden dort zwei Pfeile. `x` und `w` sind [parameter|Parameter], die Eingaben des Programms: Sie lesen nichts, und die Zahl in Klammern nummeriert sie nur. Ein Operand, der zweimal gelesen wird, wie in `multiply(x, x)`, hat einen Pfeil.',
  arrowsAsk: 'Wie viele Pfeile enden in diesem Programm bei `sum`?',
  arrowsRight: '`sum` hat zwei verschiedene Operanden, `product` und `bias`: für jeden ein Pfeil, sonst keiner.',
  arrowsWrong:
    'Zählen Sie die verschiedenen Namen in den Klammern von `sum = … add(product, bias)`: je ein Pfeil. Die Form zeichnet keinen Pfeil, und was in anderen Zeilen nach den Klammern steht, wie `lhs_contracting_dims`, auch nicht.',

  editTitle: 'Eine Zeile ändern heißt den Graphen ändern',
  edit1: 'Den Text dürfen Sie ändern. Nach jeder Änderung prüft ihn diese Seite und zeichnet den Graphen neu.',
  edit2:
    'Machen Sie einen Fehler: Schreiben Sie in der Zeile von `sum` `prodct` statt `product`. Die Seite nennt Zeile und Spalte (auf Englisch), und der Graph bleibt, wie er war, bis der Text wieder stimmt.',
  unreadAsk: 'Ändern Sie die Zeile von `sum` zu `add(product, product)`. Was geschieht mit dem Kasten `bias`?',
  unreadGone: 'Er verschwindet.',
  unreadStays: 'Er bleibt, aber kein Pfeil geht von ihm aus.',
  unreadError: 'Die Seite meldet einen Fehler.',
  unreadRight: 'Die Zeile von `bias` ist noch da, also auch ihr Kasten. Ohne den Pfeil zu `sum` hat er keinen Nutzer.',
  unreadWrong:
    'In diesem Programm hat jede Zeile ihren Kasten. Die Zeile von `bias` ist noch da und noch richtig; nur der Pfeil zu `sum` ist weg. Probieren Sie es im Text aus.',

  orderTitle: 'Die Reihenfolge der Zeilen steht nicht im Graphen',
  order1:
    'Ein Text hat eine Reihenfolge: eine Zeile nach der anderen. Ein Graph hat keine. Er sagt nur, wer wen liest. Namen sind nur Etiketten: Heißt eine Instruktion in allen Zeilen anders, ändert sich kein Pfeil.',
  order2:
    'Eine Regel bleibt: Eine Zeile muss nach den Zeilen stehen, die sie liest. Die beiden Knöpfe vertauschen Zeilen. Einer davon bricht die Regel: Die Seite meldet einen Fehler, und der Graph bleibt, wie er war. Drücken Sie denselben Knopf noch einmal, um den Text zu reparieren.',
  swapBias: 'product und bias vertauschen',
  swapSum: 'product und sum vertauschen',
  swapAsk: '`product` und `bias` tauschen im Text die Plätze. Was berechnet das Programm dann?',
  swapNothing: 'Dasselbe, und die Pfeile sind dieselben.',
  swapArrow: 'Dasselbe, aber es gibt einen Pfeil von `bias` zu `product`.',
  swapResult: 'Etwas anderes.',
  swapRight:
    'Keine der beiden Zeilen liest die andere, also ist ihre Reihenfolge gleichgültig. Ein Compiler darf jede Reihenfolge wählen, die zu den Pfeilen passt.',
  swapWrong:
    'Pfeile kommen nur von Operanden. Keine der beiden Zeilen liest die andere, also ändert sich kein Pfeil und auch nicht das Ergebnis. Drücken Sie den ersten Knopf.',

  computationsTitle: 'Ein Programm aus mehreren Berechnungen',
  computations1:
    'Ein Programm besteht aus einer oder mehreren Berechnungen. Eine Berechnung ([computation]) ist eine Liste von Instruktionen mit Parametern und einem Ergebnis, wie eine Funktion. Die mit `ENTRY` läuft zuerst. Die Zeile mit `ROOT` ist die Wurzel ([root]): Ihr Ergebnis gibt die Berechnung zurück.',
  computations2:
    'Hier rufen `first` und `second` beide die Berechnung `layer` auf: `to_apply=layer`. Ihre Zeilen stehen einmal im Text, aber der Graph zeichnet das Innere von `layer` in den Kasten jeder Instruktion, die es aufruft: Hier hat eine Zeile zwei Kästen. Im Inneren steht `p` für den ersten Operanden des Aufrufs und `q` für den zweiten; die Pfeile enden am äußeren Kasten. Nur wenige Operationen rufen eine Berechnung auf: `call`, `fusion`, `while`, `reduce` und einige andere.',
  computations3:
    'Ändern Sie `tanh` zu `exponential`: eine Änderung im Text, und beide Kästen `bent` berechnen etwas anderes.',
  copiesAsk:
    'Fügen Sie `main` noch einen Aufruf hinzu: `third` ruft `layer` mit `second` und `w` auf. Wie viele Kästen `bent` gibt es dann?',
  copiesRight:
    'Drei: einen je Aufruf. Im Text stehen die Zeilen von `layer` einmal, aber jeder Aufruf führt sie von Neuem aus.',
  copiesWrong:
    'Der Graph zeichnet das Innere von `layer` einmal je Instruktion, die es aufruft, und das sind drei: `first`, `second` und `third`.',

  fusionTitle: 'Fusion: mehrere Instruktionen, eine Schleife',
  fusion1:
    'So ausgeführt, wie es dasteht, ist jede Instruktion eine Schleife ([loop]) über die Zahlen ihres Arrays. Sie legt ihr Ergebnis im Speicher ab, und die nächste liest es wieder.',
  fusion2:
    'Der Compiler fasst Instruktionen zu einer [fusion|Fusion] zusammen: Sie kommen in eine eigene Berechnung, die als eine Schleife läuft. Jede Zahl durchläuft alle Instruktionen, und nur das letzte Ergebnis wird gespeichert. Das spart die Zeit, die anderen abzulegen und wieder zu lesen.',
  fusion3:
    'Drücken Sie *Nach der Fusion*: Die Instruktionen stehen nun im Kasten der Fusion. Dort gibt es `sum` und `curve` nie als Arrays. Das multiply heißt nun `scaled`; `result` ist die Fusion.',
  fusionChoice: 'Fassung des Programms',
  fusionNo: 'Vor der Fusion',
  fusionYes: 'Nach der Fusion',
  storedAsk:
    'Vor der Fusion speichert das Programm drei Ergebnisse: `sum`, `curve` und `result`. Wie viele speichert es danach?',
  storedRight:
    'Gespeichert wird nur die Wurzel der Fusion. Zwei Arrays weniger zu schreiben und zu lesen: Darum fusionieren Compiler.',
  storedWrong:
    'Eine Fusion speichert, was ihre Wurzel berechnet, und sonst nichts. `sum` und `curve` sind nur Zahlen auf dem Weg durch die Schleife.',

  loopTitle: 'Eine while-Schleife führt ihren Rumpf oft aus',
  loop1:
    'Eine Instruktion `while`, eine while-Schleife ([while loop]), ruft zwei Berechnungen auf, die Bedingung und den Rumpf. Zuerst berechnet sie die Bedingung. Ist sie wahr, führt sie den Rumpf aus und berechnet die Bedingung noch einmal; wenn nicht, endet sie. Hier ist `last` die Instruktion, `check` ihre Bedingung und `grow` ihr Rumpf.',
  loop2:
    'Eine while-Schleife reicht einen Wert weiter. Hier ist es ein Paar: der Zähler, eine ganze Zahl (`s32[]`), und eine Matrix aus 32 × 32 Zahlen. `i` und `y` nehmen die beiden Teile heraus, und `pair` setzt sie neu zusammen. Der Rumpf addiert 3 zum Zähler, der bei 0 beginnt. Die Bedingung, `more`, ist wahr oder falsch (`pred[]`): Ist der Zähler kleiner als 12 (`LT`)?',
  loop3:
    'Der Graph zeichnet den Rumpf einmal, aber jeder Kasten darin läuft so oft wie der Rumpf: Das ist die Zahl der Läufe ([trip count]). Der Compiler notiert sie im Text, bei `known_trip_count`, und die Seite liest sie dort. Ändern Sie die Notiz, zählt die Seite eine andere Zahl; die Schleife selbst endet noch immer, wenn ihre Bedingung es sagt. Löschen Sie das Komma und `backend_config` mit seinen Klammern: Ohne die Notiz nimmt die Seite 16 Läufe an; das ist geraten.',
  noted: 'Zahl der Läufe in der Notiz',
  loopTrips: 'Diese Seite zählt `square` {trips}-mal.',
  tripsAsk: 'Wäre die Konstante 12 eine 11, wie oft würde der Rumpf laufen?',
  tripsRight:
    'Der Zähler ist 0, 3, 6 und 9, wenn der Rumpf läuft: viermal, wie vorher. Bei 12 ist er nicht mehr kleiner als 11.',
  tripsWrong:
    'Die Bedingung wird vor jedem Lauf geprüft. Wahr ist sie bei 0, 3, 6 und 9: vier Läufe. Bei 12 ist sie falsch, wie vorher.',

  ownTitle: 'Das Programm auf der Hauptseite',
  own1: 'Das Programm, das auf der Hauptseite offen ist (oben: *Zurück zur Hauptseite*), besteht aus denselben Teilen, nur mehr davon. Die Zahlen zählen jede Art.',
  own2: 'Unter den Zahlen steht ein kleiner Teil davon, den Sie ändern können: eine Instruktion, was sie liest und was das wiederum liest. Er ist ein eigenes Programm; was er von außerhalb liest, ist darum zu einem Parameter geworden. Klammern hinter einer Form, wie `{2,1,0}`, sind ein Layout: Lektion 2 erklärt sie. `dimensions={…}` gehört zur Operation und nennt Dimensionen des Arrays.',
  ownNone: 'Es ist kein Programm offen. Öffnen Sie auf der Hauptseite eines oder wählen Sie ein Beispiel.',
  ownWait: 'Das Programm der Hauptseite wird gelesen …',
  ownNoText: 'Dieser Teil hat keinen Text, der kurz genug zum Zeigen ist. Wählen Sie eine andere Instruktion.',
  ownInstructions: 'Instruktionen',
  ownComputations: 'Berechnungen',
  ownEdges: 'Pfeile',
  ownFusions: 'Fusionen',
  ownLoops: 'while-Schleifen',
  ownTally: 'Die häufigsten Operationen',
  ownChoose: 'Teil um diese Instruktion',
};
