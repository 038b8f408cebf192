import type { en } from './lesson3.en';

export const de: Record<keyof typeof en, string> = {
  graphLabel: 'Graph des Programms',
  component: 'j: welche Zahl (1 bis 16)',
  rows: 'Zeilen aller Arrays außer w',
  node: 'Knoten',
  state: 'Zustand: 16 Zahlen',
  numberHead: 'Zahl {i}',
  stateIs: '{name}: Zahl {i} des Zustands ist {value}',
  afterStep: 'nach Runde {step}',

  featuresTitle: 'Eine Instruktion wird zu einer Reihe von Zahlen',
  features1:
    'Ein neuronales Netz ist eine lange Rechnung mit Gewichten ([weight]), Zahlen aus dem Training: Sie wurden geändert, bis die Werte des Netzes die Konfigurationen gemessener Programme richtig ordneten. Hier soll es sagen, welche Layouts schnell sind. Es rechnet nur mit Zahlen; darum wird jede Instruktion, ein Knoten ([node]) des Graphen, zu einer Reihe von 144 Zahlen, ihren Merkmalen ([feature]): Typ und Größen ihres Ergebnisses und anderes. Ihr Opcode steht daneben, als eigene Zahl.',
  features2:
    'Größen reichen von 1 bis in die Milliarden. Ein Netz lernt am besten aus Zahlen ähnlicher Größe; deshalb werden große Zahlen gestaucht: Aus n wird log₂(1 + n) / 30. So wird 1 zu 0,033, etwa 1.000 zu 0,33 und eine Milliarde zu ungefähr 1: Jede Verdopplung eines großen n bringt 1/30 hinzu.',
  features3:
    'Wählen Sie eine Instruktion im Graphen, und ändern Sie die Zahl der Zeilen. Dicke durchgezogene Pfeile kommen von den Operanden des gewählten Knotens, dicke gestrichelte führen zu seinen Nutzern. Die Tabelle zeigt die Merkmale, die nicht bei allen sieben Instruktionen gleich sind.',
  featuresOf: '{name}: {opcode}, {shape}',
  featuresCaption: 'Merkmale von {name}',
  column: 'Merkmal',
  valueHead: 'im Programm',
  givenHead: 'für das Netz',
  others: '{same} weitere sind nicht 0, aber bei allen sieben Instruktionen gleich; {zero} sind bei allen 0.',
  differAsk: '`left` und `right` sind beide ein tanh. In wie vielen ihrer 144 Merkmale unterscheiden sie sich?',
  differRight:
    'Gleicher Opcode, gleiche Form, gleiche Merkmale. Dass die eine ein Produkt liest und die andere einen Parameter, steht im Graphen, und kein Merkmal sagt es.',
  differWrong:
    'Die Merkmale beschreiben eine Instruktion selbst, und beide sind ein tanh gleicher Form. Was sie lesen, steht im Graphen, und kein Merkmal sagt es.',

  embeddingTitle: 'Einbettung: von Merkmalen zum Zustand',
  embedding1:
    'Die Nummer eines Opcodes sagt nichts: Opcode 40 ist nicht das Doppelte von Opcode 20. Deshalb hat das Netz zu jedem Opcode 16 Zahlen gelernt. Es stellt sie vor die 144 Merkmale, multipliziert alle 160 mit Gewichten und addiert sie, dazu eine gelernte Konstante b. Das tut es 16-mal, jedes Mal mit anderen Gewichten: 16 Summen a.',
  embedding2:
    'Damit keine zu groß wird, wird von jeder der 16 Summen ihr Mittelwert μ abgezogen und der Rest durch σ geteilt, ihren üblichen Abstand vom Mittelwert. Dann kommen ein gelernter Faktor γ und ein gelernter Summand β; max(0, …) macht negative Ergebnisse zu 0. Die Ergebnisse, 16 Zahlen h, sind der Zustand ([state]) des Knotens: eine Einbettung ([embedding]), Zahlen, die für ihn stehen. Niemand hat sie gewählt: Sie werden berechnet, mit Gewichten, die beim Training herauskamen.',
  embedding3:
    'Alle Zahlen hier stammen von einem echten, trainierten Netz dieser Seite. Wählen Sie einen Knoten und j, eine der 16 Zahlen: Die Formel zeigt, woher sie kommt. Je kräftiger die Farbe eines Quadrats, desto größer die Zahl.',
  stripsCaption: 'Erster Zustand jedes Knotens',
  embeddingFormula: 'Formel einer Zahl des ersten Zustands',
  opcodePart: 'vom Opcode',
  featurePart: 'von den Merkmalen',
  biasPart: 'Konstante b',
  meanTerm: 'μ, Mittelwert der 16 Summen',
  deviationTerm: 'σ, ihre Standardabweichung',
  gainTerm: 'γ',
  offsetTerm: 'β',

  toyTitle: 'Eine Runde Nachrichtenaustausch von Hand',
  toy1: 'Bisher hat jeder Knoten nur sich selbst gesehen. Der Nachrichtenaustausch ([message passing]) bringt den Graphen ins Spiel: In jeder Runde betrachtet ein Knoten die Zustände seiner Operanden und die seiner Nutzer und fügt dem eigenen etwas hinzu.',
  toy2: 'Hier ist ein Zustand h nur eine Zahl. m mit Index op ist der Mittelwert der Zahlen der Operanden eines Knotens, m mit Index us der seiner Nutzer; wo es keine gibt, ist er 0. Drei Gewichte c sagen, wie viel von jedem hinzukommt. Ist das Ergebnis negativ, kommt nichts hinzu. h′ ist die Zahl nach der Runde.',
  toy3: 'Alle Zahlen lassen sich ändern. Wählen Sie einen Knoten, um zu sehen, wie seine neue Zahl berechnet wird, und spielen Sie die Runden ab. In einer Runde rechnen alle Knoten zugleich: Jeder liest die Zahlen *vor* der Runde.',
  toyTimeline: 'Runden von Hand',
  toyAt: 'Nach Runde {step} ist {name} {value}',
  toyIs: '{name}: {before}, nach der nächsten Runde {after}',
  toyFormula: 'Formel der Zahl eines Knotens nach einer Runde',
  ownTerm: 'h: {name} selbst',
  operandsTerm: 'Mittelwert der Operanden',
  usersTerm: 'Mittelwert der Nutzer',
  toyCaption: 'Die Zahlen der Knoten',
  startHead: 'am Anfang',
  nowHead: 'nach Runde {step}',
  nextHead: 'nach Runde {step}',
  startOf: 'Zahl von {name} am Anfang',
  ownWeight: 'Gewicht des Knotens selbst',
  operandsWeight: 'Gewicht der Operanden',
  usersWeight: 'Gewicht der Nutzer',
  toyReset: 'Ursprüngliche Zahlen',
  sumAsk:
    'Mit den ursprünglichen Zahlen ist das Gewicht der Operanden 1, die beiden anderen sind 0. Nach der ersten Runde ist `left` 5, `right` 3 und `sum` 1. Was ist `sum` nach der zweiten Runde?',
  sumRight: 'Der Mittelwert von 5 und 3 ist 4, und er kommt zu der 1 hinzu, die `sum` vorher hatte.',
  sumWrong:
    '`sum` hat die Operanden `left` und `right`: vor der zweiten Runde 5 und 3, und ihr Mittelwert ist 4. Er kommt zu der 1 hinzu, die `sum` hatte: 5. Was aus `left` und `right` in der zweiten Runde wird, kommt erst mit der dritten an.',

  messageTitle: 'Dieselbe Runde im Netz',
  message1:
    'Das Netz tut dasselbe mit 16 Zahlen anstelle einer. Jedes C ist eine Tabelle von 16 × 16 Gewichten, und C mit Index j ist ihre Zeile j: mal die 16 Zahlen eines Zustands, addiert, ergibt sie eine Zahl. μ, σ, γ und β sind wie bei der Einbettung, mit Werten dieser Runde.',
  message2:
    'Es rechnet zwei Runden, jede mit eigenen Gewichten. Wählen Sie eine Runde, einen Knoten und j: Die Formeln zeigen, wie sich diese Zahl in der nächsten Runde ändert, und nach Runde 2, wie sie entstand. Die Farben beziehen sich auf die größte Zahl nach beiden Runden.',
  message3:
    'Zeigen Sie auf einen Term, und die Knoten leuchten auf, von denen er kommt. Dann sehen Sie sich `left` und `right` an.',
  stepTimeline: 'Runden des Netzes',
  statesCaption: 'Zustände nach Runde {step}',
  pairAt: 'Nach Runde {step}: left {left}, right {right}',
  stepOfNode: '{name} in Runde {step}:',
  stepFormula: 'Formel einer Zahl des Zustands nach einer Runde',
  sumFormula: 'Formel der Summe aus eigenem Zustand, Operanden, Nutzern und einer Konstante',
  ownPart: 'von sich selbst',
  operandsPart: 'von seinen Operanden',
  usersPart: 'von seinen Nutzern',
  pairAsk: '`left` und `right` beginnen mit demselben Zustand. Wann kann das Netz sie unterscheiden?',
  pairNever: 'Nie: Ihre Merkmale sind gleich.',
  pairFirst: 'Nach der ersten Runde.',
  pairSecond: 'Nach der zweiten Runde.',
  pairRight:
    'In der ersten Runde bekommt `left` den Zustand von `product` und `right` den von `y`. Diese beiden waren von Anfang an verschieden.',
  pairWrong:
    'Sie lesen verschiedene Knoten: In der ersten Runde bekommt `left` den Zustand von `product` und `right` den von `y`, und die waren von Anfang an verschieden. Gehen Sie zu Runde 1, und vergleichen Sie die beiden Reihen.',

  fieldTitle: 'Das rezeptive Feld',
  field1:
    'Nach einer Runde hängt ein Zustand von den Nachbarn im Graphen ab, nach zweien auch von deren Nachbarn. Die Knoten, die einen Zustand ändern können, sind sein rezeptives Feld ([receptive field]).',
  field2:
    'Probieren Sie es: Wählen Sie einen Knoten. Alle 16 Zahlen seines ersten Zustands werden erhöht, und das Netz berechnet die Zustände aller Knoten noch einmal. Δ sagt, wie weit sich jeder Zustand bewegt hat: 16 Zahlen, jede um 1 erhöht, sind ein Abstand von √16 = 4.',
  field3:
    'Nur Knoten, die höchstens so viele Pfeile entfernt sind, wie es Runden waren, können sich bewegen: die unterlegten; gestrichelte Kästen liegen außer Reichweite. Diese bewegen sich gar nicht, gleich welche Gewichte das Netz hat. Pfeile zählen in beiden Richtungen; ein Knoten kann also genau die Knoten ändern, die ihn ändern können.',
  amount: 'Jede Zahl erhöht um',
  fieldTimeline: 'Runden des Netzes',
  fieldIs: 'Nach Runde {step} kann {name} {count} von {of} Zuständen geändert haben.',
  changesCaption: 'Wie weit sich die Zustände nach Runde {step} bewegt haben, wenn der von {name} erhöht wird',
  reachAsk:
    'Das Netz rechnet zwei Runden. Wie viele der sieben Knoten liegen im rezeptiven Feld von `sum`, es selbst mitgezählt?',
  reachRight:
    '`sum` selbst, `left` und `right` einen Pfeil entfernt, `product` und `y` zwei. `x` und `w` sind drei entfernt.',
  reachWrong:
    'Zählen Sie Pfeile von `sum` aus: `left` und `right` sind einen entfernt, `product` und `y` zwei, `x` und `w` drei. Mit `sum` selbst sind fünf höchstens zwei entfernt. Wählen Sie `x`, und sehen Sie auf `sum`: Der Zustand bewegt sich nicht.',

  scoreTitle: 'Von Zuständen zum Wert',
  score1:
    'Wozu dienen die Zustände? Die Operanden und das Ergebnis von `product` sind Arrays, deren Layout sich wählen lässt. Feste Formeln beginnen mit dem Anteil an der Zeit des Programms, den es kostet, ein solches Array einmal zu bewegen: geschätzt 0,141 bei `x`. Daraus folgen vier Kosten eines Layouts, die Zeilen der Tabelle:',
  costOrder:
    '*Quer zum Programm*: der Anteil, wenn Nachbarn im Speicher in einer anderen Dimension liegen als im Programm.',
  costRows: '*Quer zu Zeile für Zeile*: der Anteil, wenn Nachbarn im Speicher nicht in der letzten Dimension liegen.',
  costNeighbours:
    '*Nachbarn in anderer Reihenfolge*: der Anteil mal dem Bruchteil der nahen Arrays im Graphen, deren Nachbarn im Speicher in einer anderen Dimension liegen. Das sind Parameter und andere Arrays mit wählbarem Layout, höchstens sieben Pfeile entfernt.',
  costChanged:
    '*Überhaupt geändert*: ein Zehntel des Anteils, wenn das Layout nicht das des Programms ist. Das Layout im Programm ist der Bezug: Was es schon kostet, wird abgezogen; darum sind alle vier bei ihm 0, und die Differenz kann negativ sein.',
  score2:
    'Das Netz berichtigt alle Kosten durch je einen Faktor. Es nimmt 64 Zahlen, die Array und Layout beschreiben, den Zustand von `product` und den des Knotens, der das Array berechnet: 96 Zahlen, aus denen Gewichte 16 machen und daraus vier Exponenten θ. Ein Faktor ist e ≈ 2,7 hoch θ: größer als 1, wo die Kosten zu niedrig sind, kleiner, wo sie zu hoch sind. Vom letzten Faktor wird 1 abgezogen: Eine Änderung als solche kostet nichts, außer wenn das Training es ergibt. Das Modell hat drei solche Netze und nimmt den Mittelwert ihrer Faktoren; die Schritte davor zeigten das erste.',
  score3:
    'Die Tabelle zeigt, was dieses Modell rechnet, als *Kosten × Faktor*. Ein Layout kostet 5-mal die Summe seiner Spalte, und z ist die Summe für alle Layouts einer Konfiguration. Lesen mehrere Instruktionen dasselbe Array, zählen nur die größten seiner Kosten, denn eine Kopie kann für alle reichen. Der Wert ist 20 · ln(1 + z), mit dem natürlichen Logarithmus (bei negativem z: −20 · ln(1 − z)): Große Summen schrumpfen, aber ihre Reihenfolge bleibt. Kleiner heißt schneller. Wählen Sie andere Layouts.',
  costsCaption: 'Layouts von {name}: Kosten × Faktor',
  estimateHead: 'Kosten',
  output: 'Ergebnis',
  operandNumber: 'Operand {number}',
  termOrder: 'quer zum Programm',
  termRows: 'quer zu Zeile für Zeile',
  termNeighbours: 'Nachbarn in anderer Reihenfolge',
  termChanged: 'überhaupt geändert',
  costRow: '5 × Summe',
  scoreIs: 'z = {sum}; Wert {shrunk} = {score}',
  bothAsk:
    'Mit 64 Zeilen ergibt `{0,1}` nur bei `x` den Wert 20,4 und nur bei `w` den Wert 12,7. Was ergibt es bei beiden?',
  bothSum: '33,2, die Summe (gerundet).',
  bothLess: 'Weniger als 33,2.',
  bothMore: 'Mehr als 33,2.',
  bothRight:
    'Addiert werden die Kosten, 1,77 + 0,89 = 2,67 (gerundet), aber der Logarithmus verkleinert eine große Summe stärker als eine kleine: Der Wert ist 26,0.',
  bothWrong:
    'Addiert werden nur die Kosten: z = 1,77 + 0,89 = 2,67 (gerundet). Der Wert kommt danach, und der Logarithmus verkleinert eine große Summe stärker als eine kleine: Er ist 26,0. Stellen Sie beide ein und sehen Sie nach.',

  ownTitle: 'Im Programm der Hauptseite',
  own1: 'Wählen Sie eine Instruktion des Programms, das auf der Hauptseite geöffnet ist. Die Balken zählen die Knoten in ihrem rezeptiven Feld nach jeder Zahl von Runden; dieses Netz rechnet zwei, die fette Zeile. Was weiter entfernt ist, sieht es nicht.',
  own2: 'Darunter stehen die Zustände der Instruktion, von demselben Netz berechnet, und was ihre Layouts kosten. Wählen lassen sich Layouts von Matrixprodukten (`dot`), `convolution` und `reshape`.',
  ownNone: 'Es ist kein Programm geöffnet. Öffnen Sie eines auf der Hauptseite, oder wählen Sie ein Beispiel.',
  ownArrays:
    'Die Datei dieses Programms enthält Arrays, aber keinen HLO-Text. Öffnen Sie ein Programm mit HLO-Text, oder wählen Sie ein Beispiel.',
  ownWait: 'Das Programm der Hauptseite wird gelesen…',
  ownChoose: 'Instruktion',
  ownCaption: 'Knoten im rezeptiven Feld von {name}',
  ownSteps: 'Runden: {steps}',
  ownShare: 'Von hier sieht das Netz {count} von {of} Knoten: {percent} %.',
  ownStates: 'Zustände von {name}',
  noLayouts: 'Bei {name} ist kein Layout wählbar.',
  stepsHead: 'Runde',
};
