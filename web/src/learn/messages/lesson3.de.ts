import type { en } from './lesson3.en';

export const de: Record<keyof typeof en, string> = {
  graphLabel: 'Graph des Programms',
  component: 'Zahl des Zustands',
  rows: 'Zeilen aller Arrays außer w',
  node: 'Knoten',
  state: 'Zustand: 16 Zahlen',
  numberHead: 'Zahl {i}',
  stateIs: '{name}: Zahl {i} des Zustands ist {value}',
  afterStep: 'nach Schritt {step}',

  featuresTitle: 'Eine Instruktion wird zu einer Reihe von Zahlen',
  features1:
    'Ein Netz rechnet mit Zahlen. Darum wird jede Instruktion, ein Knoten ([node]) des Graphen, zu einer Reihe von 144 Zahlen, ihren Merkmalen ([feature]): Typ und Größen ihres Ergebnisses und anderes. Ihr Opcode steht daneben, als eigene Zahl.',
  features2:
    'Größen reichen von 1 bis in die Milliarden. Ein Netz lernt am besten aus Zahlen ähnlicher Größe; deshalb bekommt es sie als Logarithmen: Aus n wird log₂(1 + n) / 30. So bleibt 0 bei 0, aus 1 wird 0,033 und aus 2 hoch 30 ungefähr 1.',
  features3:
    'Wählen Sie eine Instruktion im Graphen, und ändern Sie die Zahl der Zeilen. Durchgezogene Pfeile kommen von den Operanden des gewählten Knotens, gestrichelte führen zu seinen Nutzern. Die Tabelle zeigt die Merkmale, die nicht bei allen Instruktionen dieses Programms gleich sind.',
  featuresOf: '{name}: {opcode}, {shape}',
  featuresCaption: 'Merkmale von {name}',
  column: 'Merkmal',
  valueHead: 'im Programm',
  givenHead: 'für das Netz',
  others: '{same} weitere sind nicht 0, aber in allen sieben Reihen gleich; {zero} sind in allen 0.',
  differAsk: 'Vergleichen Sie `left` und `right`. In wie vielen ihrer 144 Merkmale unterscheiden sie sich?',
  differRight:
    'Gleicher Opcode, gleiche Form, gleiche Reihe. Dass die eine ein Produkt liest und die andere einen Parameter, steht im Graphen, und kein Merkmal sagt es.',
  differWrong:
    'Eine Reihe beschreibt eine einzelne Instruktion: ihren Opcode und ihre Form, und beide haben dieselben. Was sie lesen, steht im Graphen, und kein Merkmal sagt es.',

  embeddingTitle: 'Einbettung: von Merkmalen zum Zustand',
  embedding1:
    'Die Nummer eines Opcodes sagt nichts: Opcode 40 ist nicht das Doppelte von Opcode 20. Deshalb hat das Netz zu jedem Opcode 16 Zahlen gelernt. Es stellt sie vor die 144 Merkmale, multipliziert alle 160 mit gelernten Gewichten ([weight]) und addiert sie. Das tut es 16-mal, jedes Mal mit anderen Gewichten: 16 Summen a.',
  embedding2:
    'Die 16 Summen werden auf ein gemeinsames Maß gebracht (Mittelwert 0, Standardabweichung 1), damit keine zu groß wird. Dann wird jede mit einem gelernten γ multipliziert und ein gelerntes β addiert. Negative Ergebnisse werden 0. Was bleibt, ist der Zustand ([state]) des Knotens, 16 Zahlen, die ihn beschreiben: eine Einbettung ([embedding]). Niemand hat diesen Zahlen eine Bedeutung gegeben außer dem Training.',
  embedding3:
    'Alle Zahlen hier sind mit den Gewichten des Graphnetzes berechnet, das diese Seite als Modell anbietet. Es besteht aus drei Netzen und nimmt den Mittelwert ihrer Ergebnisse; dies ist das erste. Wählen Sie einen Knoten und eine der 16 Zahlen: Die Formel zeigt, woher sie kommt. Je kräftiger die Farbe eines Quadrats, desto größer die Zahl.',
  stripsCaption: 'Erster Zustand jedes Knotens',
  embeddingFormula: 'Formel einer Zahl des ersten Zustands',
  opcodePart: 'vom Opcode',
  featurePart: 'von den Merkmalen',
  biasPart: 'Konstante',
  meanTerm: 'μ, Mittelwert der 16 Summen',
  deviationTerm: 'σ, ihre Standardabweichung',
  gainTerm: 'γ',
  offsetTerm: 'β',

  toyTitle: 'Ein Schritt Nachrichtenaustausch von Hand',
  toy1: 'Bisher hat jeder Knoten nur sich selbst gesehen. Der Nachrichtenaustausch ([message passing]) bringt den Graphen ins Spiel: In jedem Schritt betrachtet ein Knoten die Zustände seiner Operanden und die seiner Nutzer und fügt dem eigenen etwas hinzu.',
  toy2: 'Hier ist ein Zustand h nur eine Zahl. Der Knoten bildet den Mittelwert seiner Operanden, m mit Index op, und den seiner Nutzer, m mit Index us; ein Mittelwert über nichts ist 0. Drei Gewichte u, v und w sagen, wie viel von jedem hinzukommt. Ist die Summe negativ, kommt nichts hinzu.',
  toy3: 'Alle Zahlen lassen sich ändern. Wählen Sie einen Knoten, um seine Summe zu sehen, und spielen Sie die Schritte ab. Alle Knoten gehen einen Schritt zur selben Zeit: Jeder liest die Zahlen *vor* dem Schritt.',
  toyTimeline: 'Schritte von Hand',
  toyAt: 'Nach Schritt {step} ist {name} {value}',
  toyIs: '{name}: {before}, nach dem nächsten Schritt {after}',
  toyFormula: 'Formel der Zahl eines Knotens nach einem Schritt',
  ownTerm: 'h: {name} selbst',
  operandsTerm: 'Mittelwert der Operanden',
  usersTerm: 'Mittelwert der Nutzer',
  toyCaption: 'Die Zahlen der Knoten',
  startHead: 'am Anfang',
  nowHead: 'nach Schritt {step}',
  nextHead: 'nach Schritt {step}',
  startOf: 'Zahl von {name} am Anfang',
  ownWeight: 'u, für den Knoten selbst',
  operandsWeight: 'v, für den Mittelwert der Operanden',
  usersWeight: 'w, für den Mittelwert der Nutzer',
  toyReset: 'Ursprüngliche Zahlen',
  sumAsk:
    'Mit den ursprünglichen Zahlen ist v gleich 1, u und w sind 0, und nach dem ersten Schritt ist `left` 5, `right` 3 und `sum` 1. Was ist `sum` nach dem zweiten Schritt?',
  sumRight: 'Der Mittelwert von 5 und 3 ist 4, und er kommt zu der 1 hinzu, die `sum` vorher hatte.',
  sumWrong:
    '`sum` hat die Operanden `left` und `right`: vor dem zweiten Schritt 5 und 3, und ihr Mittelwert ist 4. Er kommt zu der 1 hinzu, die `sum` hatte: 5. Was aus `left` und `right` im zweiten Schritt wird, kommt erst mit dem dritten an.',

  messageTitle: 'Derselbe Schritt im Netz',
  message1:
    'Das Netz tut dasselbe mit 16 Zahlen anstelle einer. U, V und W sind Tabellen von 16 × 16 Gewichten, im Training gefunden. Bevor negative Ergebnisse 0 werden, werden die 16 Summen skaliert wie bei der Einbettung.',
  message2:
    'Es geht zwei Schritte, jeden mit eigenen Gewichten. Wählen Sie einen Schritt, einen Knoten und eine der 16 Zahlen: Die Formeln zeigen, wie sich diese Zahl im nächsten Schritt ändert, am Ende: im letzten.',
  message3:
    'Zeigen Sie auf einen Term, und die Knoten leuchten auf, von denen er kommt. Dann sehen Sie sich `left` und `right` an.',
  stepTimeline: 'Schritte des Netzes',
  statesCaption: 'Zustände nach Schritt {step}',
  pairAt: 'Nach Schritt {step}: left {left}, right {right}',
  stepOfNode: '{name} in Schritt {step}:',
  stepFormula: 'Formel einer Zahl des Zustands nach einem Schritt',
  sumFormula: 'Formel der Summe aus eigenem Zustand, Operanden, Nutzern und einer Konstante',
  ownPart: 'von sich selbst',
  operandsPart: 'von seinen Operanden',
  usersPart: 'von seinen Nutzern',
  pairAsk: '`left` und `right` beginnen mit demselben Zustand. Wann kann das Netz sie unterscheiden?',
  pairNever: 'Nie: Ihre Merkmale sind gleich.',
  pairFirst: 'Nach dem ersten Schritt.',
  pairSecond: 'Nach dem zweiten Schritt.',
  pairRight:
    'Im ersten Schritt bekommt `left` den Zustand von `product` und `right` den von `y`. Diese beiden waren von Anfang an verschieden.',
  pairWrong:
    'Sie lesen verschiedene Knoten: Im ersten Schritt bekommt `left` den Zustand von `product` und `right` den von `y`, und die waren von Anfang an verschieden. Gehen Sie zu Schritt 1, und vergleichen Sie die beiden Reihen.',

  fieldTitle: 'Das rezeptive Feld',
  field1:
    'Nach einem Schritt hängt ein Zustand von den Nachbarn im Graphen ab, nach zweien auch von deren Nachbarn. Die Knoten, die einen Zustand ändern können, sind sein rezeptives Feld ([receptive field]).',
  field2:
    'Probieren Sie es: Wählen Sie einen Knoten. Alle Zahlen seines ersten Zustands werden erhöht, und das Netz berechnet die Zustände aller Knoten noch einmal. Δ sagt, wie weit sich jeder Zustand bewegt hat.',
  field3:
    'Nur Knoten, die höchstens so viele Pfeile entfernt sind, wie es Schritte waren, können sich bewegen: die unterlegten. Die anderen bewegen sich gar nicht, gleich welche Gewichte das Netz hat. Pfeile zählen in beiden Richtungen; ein Knoten kann also genau die Knoten ändern, die ihn ändern können.',
  amount: 'Erhöht um',
  fieldTimeline: 'Schritte des Netzes',
  fieldIs: 'Nach Schritt {step} kann {name} {count} von {of} Zuständen geändert haben.',
  changesCaption: 'Wie weit sich die Zustände nach Schritt {step} bewegt haben, wenn der von {name} erhöht wird',
  reachAsk:
    'Das Netz geht zwei Schritte. Wie viele der sieben Knoten liegen im rezeptiven Feld von `sum`, es selbst mitgezählt?',
  reachRight:
    '`sum` selbst, `left` und `right` einen Pfeil entfernt, `product` und `y` zwei. `x` und `w` sind drei entfernt.',
  reachWrong:
    'Zählen Sie Pfeile von `sum` aus: `left` und `right` sind einen entfernt, `product` und `y` zwei, `x` und `w` drei. Mit `sum` selbst liegen fünf innerhalb von zwei Schritten. Wählen Sie `x`, und sehen Sie auf `sum`: Der Zustand bewegt sich nicht.',

  ownTitle: 'Im Programm des Fensters',
  own1: 'Wählen Sie eine Instruktion des Programms, das im Fenster geöffnet ist. Die Balken zählen die Knoten in ihrem rezeptiven Feld nach jeder Zahl von Schritten; dieses Netz geht zwei, die fette Zeile. Was weiter entfernt ist, sieht es nicht.',
  own2: 'Darunter stehen die Zustände der Instruktion, berechnet mit den Gewichten des Graphnetzes.',
  own3: 'Wozu dienen sie? Für jedes Layout schätzt die Seite zuerst Kosten, zum Beispiel die Zeit, ein Array quer zu seinem Layout zu lesen. Das Netz berichtigt jede Schätzung: Es berechnet einen Faktor aus dem Zustand und aus den Merkmalen des Layouts. Die berichtigten Kosten aller Instruktionen werden zu einer Zahl zusammengefasst, dem Wert, der die Konfigurationen ordnet.',
  ownNone: 'Es ist kein Programm geöffnet. Öffnen Sie eines im Fenster, oder wählen Sie ein Beispiel.',
  ownArrays:
    'Die Datei dieses Programms enthält Arrays, aber keinen HLO-Text. Öffnen Sie ein Programm mit HLO-Text, oder wählen Sie ein Beispiel.',
  ownWait: 'Das Programm des Fensters wird gelesen…',
  ownChoose: 'Instruktion',
  ownCaption: 'Knoten im rezeptiven Feld von {name}',
  ownSteps: 'Schritte: {steps}',
  ownShare: 'Von hier sieht das Netz {count} von {of} Knoten: {percent} %.',
  ownStates: 'Zustände von {name}',
  stepsHead: 'Schritt',
};
