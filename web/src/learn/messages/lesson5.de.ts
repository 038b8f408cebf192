import type { en } from './lesson5.en';

export const de: Record<keyof typeof en, string> = {
  graphLabel: 'Graph des Programms und seine Segmente',
  nodes: 'Knoten',
  configurations: 'Konfigurationen je Trainingsschritt',
  layers: 'Runden Nachrichtenaustausch',
  width: 'Zahlen in einem Zustand',
  segment: 'Segment',
  segments: 'Segmente',
  size: 'Knoten in einem Segment',
  seed: 'Startwert',
  wholeGraph: 'ganzer Graph',

  memoryTitle: 'Warum ein Graph zu groß sein kann',
  memory1:
    'Das Netz aus Lektion 3 berechnet einen Zustand für jeden Knoten und sieht erst danach auf die Layouts. Andere Graphnetze, *early-join* genannt, stellen die Layouts einer Konfiguration zu den Merkmalen der Knoten, bevor Nachrichten ausgetauscht werden. So hat jeder Knoten für jede Konfiguration einen Zustand.',
  memory2:
    'Ein Trainingsschritt vergleicht viele Konfigurationen und ändert dann die Gewichte entgegen dem Gradienten ([gradient]). Der wird vom Wert zurück zu den Merkmalen berechnet ([backpropagation]): Wie sehr sich ein Gewicht ändern soll, hängt von den Zuständen ab, mit denen es multipliziert wurde. Darum werden die ersten Zustände und die nach jeder Runde bis dahin aufgehoben. Das fertige Modell braucht keinen Gradienten und liest Graphen ganz.',
  memory3:
    'TpuGraphs, eine öffentliche Sammlung von Programmen zum Training solcher Netze, hat Graphen mit bis zu {nodes} Knoten. Ändern Sie die vier Zahlen, um zu sehen, was die Zustände belegen, bei 4 Byte je Zahl. In der Formel sind L + 1 die Runden und die ersten Zustände. Die {narrow} am Anfang gelten für ein Programm und ein schmales Netz; mit 128 Zahlen in einem Zustand sind es {wide}, mehr, als viele Grafikkarten haben.',
  memoryFormula: 'Formel des Speichers für die Zustände',
  memoryCaption: 'Speicher der Zustände eines Trainingsschritts',
  oneSegment: '5.000 Knoten davon',
  segmentsAsk:
    'Um Speicher zu sparen, wird ein Graph mit {nodes} Knoten in Teile zerschnitten, *Segmente* von höchstens {size} Knoten. Wie viele sind es?',
  segmentsRight:
    'Acht volle Segmente und ein kleineres. Wird jeweils nur an einem davon trainiert, belegen die Zustände etwa ein Neuntel.',
  segmentsWrong:
    '{nodes} / {size} ist {factor}: acht volle Segmente und ein kleineres. Wird jeweils nur an einem davon trainiert, belegen die Zustände etwa ein Neuntel.',

  cutTitle: 'Den Graphen in Segmente schneiden',
  cut1: 'Unser Trainingsprogramm zerschneidet einen Graphen in der Reihenfolge seiner Instruktionen: Die ersten sind Segment 1 ([graph segment]), die nächsten Segment 2 und so weiter. Jeder Knoten gehört zu einem Segment, der Zahl nach #. Ändern Sie die Größe, und wählen Sie ein Segment, im Graphen oder mit dem Feld: Es ist gelb.',
  cut2: 'Das Early-join-Netz dieser Lektion ist einfacher als das aus Lektion 3: Seine Nachrichten laufen nur in eine Richtung, von Operanden zu denen, die sie lesen. Ein Segment nimmt mit, wovon seine Zustände abhängen, die gestrichelten Knoten: bei zwei Runden seine Operanden außerhalb und deren Operanden.',
  cut3: 'In Lektion 3 war eine Einbettung ([embedding]) der Zustand eines Knotens. Die *Einbettung eines Segments* ist eine Summe: Für jeden seiner eigenen Knoten, und für die ersten Zustände und die nach jeder Runde, nimmt man den Zustand mit einer Konfiguration minus den ohne jede, damit nur zählt, was die Layouts ändern, und addiert sie über die Knoten. Die Einbettungen aller Segmente werden addiert, und aus dieser Summe wird der Wert berechnet.',
  segmentNeeds: 'Segment {segment} nimmt mit: {names}.',
  segmentAlone: 'Segment {segment} nimmt nichts mit.',
  segmentShort: '#{segment}',
  cutArrows: 'Pfeile zwischen Segmenten',
  takenAlong: 'mitgenommene Knoten',
  sumAsk:
    'Alle Segmente werden mit denselben Gewichten berechnet und ihre Einbettungen addiert. Wie verhält sich die Summe zu der des ganzen Graphen?',
  sumSame: 'Sie ist dieselbe.',
  sumLost: 'Etwas fehlt: die Nachrichten entlang zerschnittener Pfeile.',
  sumLarger: 'Sie ist größer: Mitgenommene Knoten zählen doppelt.',
  sumRight:
    'Ein Knoten zählt nur in seinem eigenen Segment, und er hat dort denselben Zustand wie im ganzen Graphen, weil alles mitgenommen wurde, wovon sein Zustand abhängt.',
  sumWrong:
    'Nachrichten entlang zerschnittener Pfeile kommen an, denn die Knoten, von denen sie kommen, werden mitgenommen. Und diese zählen in der Einbettung nicht mit: Jeder Knoten zählt nur in seinem eigenen Segment.',

  stepTitle: 'Ein Trainingsschritt',
  step1:
    'In jedem Trainingsschritt wird ein zufällig gewähltes Segment neu berechnet und trainiert: das *frische*. So arbeitet Graph Segment Training (Cao et al., 2023). Nur seine Zustände und die der mitgenommenen Knoten müssen für den Gradienten aufgehoben werden.',
  step2:
    'Für die anderen benutzt der Schritt gespeicherte Einbettungen ([cached]): was zuletzt für sie berechnet wurde. Gibt es noch keine, wird sie jetzt berechnet, aber nicht daran trainiert: Ihre Zustände müssen nicht aufgehoben werden. So ist der Wert noch immer einer des ganzen Graphen.',
  step3:
    'Gespeicherte Einbettungen sind veraltet (siehe *Gespeicherte Einbettungen veralten*), also kann man einige weglassen; ob das hilft, wird in *Gemessen: gespeicherte Einbettungen* gemessen. Jede wird mit Wahrscheinlichkeit p weggelassen, dem [dropout|Dropout]. Die frische steht dann auch für diese: Sie wird mit η = 1 + p (S − 1) multipliziert, bei S Segmenten: 1 für sich selbst und p (S − 1) für die anderen, denn so viele werden im Mittel weggelassen. Der Faktor rechnet immer mit diesem Mittel, auch wenn ein Schritt mehr oder weniger weglässt. Spielen Sie die Schritte ab: Der mittlere Faktor jedes Segments nähert sich 1.',
  dropout: 'p, Anteil weggelassener Einbettungen',
  stepsLabel: 'Trainingsschritte',
  stepAt:
    'Trainingsschritt {step}: Segment {fresh} ist frisch; gespeichert: {cached}; jetzt berechnet, nicht trainiert: {computed}; weggelassen: {dropped}.',
  usesCaption: 'Einbettungen der Segmente in diesem Schritt',
  embedding: 'Einbettung',
  factor: 'Faktor',
  meanFactor: 'Mittel bisher',
  freshUse: 'frisch',
  cachedUse: 'gespeichert, Alter {age}',
  computedUse: 'jetzt berechnet, nicht trainiert',
  droppedUse: 'weggelassen',
  stepFormula: 'Formel der Summe der Einbettungen in einem Schritt',
  stepLegend:
    'E: die Summe, die der Schritt benutzt; e: die Einbettung eines Segments, f des frischen, i eines aus C: gespeichert oder jetzt berechnet',
  freshTerm: 'frisch',
  cachedTerm: 'gespeichert oder jetzt berechnet',
  droppedTerm: 'weggelassen',
  etaAsk: 'Es gibt 9 Segmente, und p ist 0,5. Womit wird die frische Einbettung multipliziert?',
  etaRight: 'Mit 5: einmal für sich selbst und einmal für jede der 4 anderen, die im Mittel weggelassen werden.',
  etaWrong:
    '1 + 0,5 · (9 − 1) ist 5. Von den 8 anderen wird im Mittel die Hälfte weggelassen, das sind 4; für diese und für sich selbst steht die frische Einbettung.',

  staleTitle: 'Gespeicherte Einbettungen veralten',
  stale1:
    'Training ändert die Gewichte in jedem Schritt. Eine gespeicherte Einbettung wurde mit den Gewichten eines früheren Schritts berechnet: Sie ist *veraltet*.',
  stale2:
    'Das Diagramm zeigt ein gedachtes Training mit einem einzigen Gewicht, das gegen 1 wächst. Die Einbettung eines Segments ist das Gewicht mal einen festen Anteil; die Anteile ergeben zusammen 1, also sollte die Summe gleich dem Gewicht sein. Die dicke Linie ist die Summe mit dem jetzigen Gewicht, die dünne die Summe, die ein Schritt benutzt.',
  stale3:
    'Zweierlei geht schief. Veraltete Einbettungen machen die Summe im Mittel zu klein oder zu groß (*Verzerrung*); weggelassene lassen sie springen (*Streuung*; ein wenig davon kommt auch von veralteten). Beide Zahlen sind Mittel aus {trainings} Trainings mit anderen Zufallszahlen; das Diagramm zeigt eines. Erhöhen Sie p: Weniger veraltete Einbettungen werden benutzt, also geht die Verzerrung gegen 0, und die Streuung wird größer.',
  rate: 'wie weit das Gewicht je Schritt auf 1 zugeht (Anteil am Rest)',
  staleLabel: 'Summe mit dem jetzigen Gewicht und Summe, die jeder Schritt benutzt',
  stepAxis: '{steps} Trainingsschritte',
  sumAxis: 'Summe',
  trueSum: 'mit dem jetzigen Gewicht',
  usedSum: 'im Schritt benutzt',
  bias: 'Verzerrung: mittlerer Fehler',
  spread: 'Streuung des Fehlers',
  lagAsk:
    'p ist 0, also wird keine Einbettung weggelassen, und das Gewicht wächst. Die Summe, die ein Schritt benutzt, ist …',
  lagLow: 'zu klein.',
  lagRight: 'im Mittel richtig.',
  lagHigh: 'zu groß.',
  lagRightText: 'Alle Einbettungen außer der frischen stammen aus früheren Schritten, als das Gewicht kleiner war.',
  lagWrong:
    'Bei p = 0 stammt jede Einbettung außer der frischen aus einem früheren Schritt, als das Gewicht kleiner war. Nichts gleicht das aus. Setzen Sie p auf 0: Die dünne Linie bleibt unter der dicken.',

  measuredTitle: 'Gemessen: Speicher und Genauigkeit',
  measured1:
    'Wir haben ein solches Netz an einem für diesen Versuch erzeugten Programm trainiert, so groß wie der größte Graph von TpuGraphs: {nodes} Knoten und {configurations} Konfigurationen, {perStep} davon in jedem von {steps} Trainingsschritten. Ausgeführt wurde nichts: Die Laufzeiten kommen aus einer Formel, mit zufälligem Rauschen, und τ vergleicht mit diesen.',
  measured2:
    'Speicher ist das meiste, was das Training zu irgendeinem Zeitpunkt zusätzlich brauchte: {whole} MB beim ganzen Graphen, {cut} MB bei Segmenten von {size} Knoten. Das ist weniger, als die Formel aus *Warum ein Graph zu groß sein kann* sagt, weil unser Programm nur die Zustände berechnet, die eine Konfiguration ändert.',
  measured3:
    'Kleiner ist nicht immer besser: Kleine Segmente nehmen mehr Knoten mit, und die Listen davon werden für alle Segmente zugleich aufgehoben. Segmente von {small} Knoten brauchten {smallMemory} MB.',
  trainedOn: 'Graph',
  dropoutHead: 'Dropout',
  memoryHead: 'Speicher',
  tauHead: 'Genauigkeit: τ',
  seedsHead: 'beide Läufe',
  megabytes: '{n} MB',
  segmentsOf: 'Segmente von {size}',
  sizesCaption: '{steps} Trainingsschritte, p = 0,5, zwei Läufe mit verschiedenen Startwerten',
  afterSizes:
    'Zwei Läufe, die sich nur im Startwert unterscheiden, der festlegt, was zufällig gewählt wird, weichen um bis zu {most} voneinander ab. Die Reihenfolge der Segmentgrößen bedeutet also wenig; der ganze Graph ist in beiden Läufen der erste. Segmente von {uneven} Knoten brauchen etwas mehr Speicher als solche von {even}, vielleicht weil es drei sind, das letzte mit 3.615 Knoten, und die Listen der mitgenommenen Knoten für alle aufbewahrt werden.',
  hidden: 'τ erscheint nach Ihrer Vorhersage.',
  tauAsk:
    'Am ganzen Graphen trainiert, ordnet das Netz Konfigurationen, die es nicht gesehen hat, mit einem [tau|τ] von {wholeTau}. Wie groß ist τ nach ebenso vielen Schritten mit Segmenten von {size} Knoten, im Mittel beider Läufe?',
  tauRight: 'Jeder Schritt lernt nur von einem Segment von {segments}, und zum Teil aus veralteten Einbettungen.',
  tauWrong:
    'Es ist kleiner, weil jeder Schritt nur von einem Segment von {segments} lernt, und zum Teil aus veralteten Einbettungen. Aber es fällt nicht tief; die gespeicherten Einbettungen erklären das nur zum Teil (siehe *Gemessen: gespeicherte Einbettungen*).',

  dropoutsTitle: 'Gemessen: gespeicherte Einbettungen',
  dropouts1:
    'Dasselbe Programm, Segmente von {size} Knoten, {steps} Trainingsschritte. Bei p = 0 werden alle gespeicherten Einbettungen benutzt, bei p = 1 keine.',
  dropouts2: 'Die letzte Zeile ist noch einmal p = 0,5, mit {longSteps} Schritten statt {steps}.',
  longRow: 'p = 0,5, {steps} Schritte',
  dropoutsCaption: 'Je zwei Läufe, mit {steps} Schritten, wo nichts anderes steht',
  worstAsk: 'Welches p ergibt das kleinste τ?',
  worstNone: 'p = 0: alle gespeicherten Einbettungen, wie alt auch immer.',
  worstHalf: 'p = 0,5: die Hälfte davon.',
  worstAll: 'p = 1: keine gespeicherten Einbettungen.',
  worstRight:
    'In beiden Läufen ist p = 1 das letzte; veraltete Einbettungen scheinen also besser als keine. p = 0,25 ist in beiden das erste, aber sein Vorsprung ist kleiner als der Unterschied zwischen zwei Läufen, also nur ein Hinweis. Mit {longSteps} Schritten kommen beide Läufe den {wholeTau} des ganzen Graphen näher: τ ist {longTau}.',
  worstWrong:
    'Ohne gespeicherte Einbettungen errät jeder Schritt den Wert des ganzen Graphen aus einem Segment: In beiden Läufen ist p = 1 das letzte. p = 0,25 ist in beiden das erste, aber sein Vorsprung ist kleiner als der Unterschied zwischen zwei Läufen, also nur ein Hinweis. Mit {longSteps} Schritten kommen beide Läufe den {wholeTau} des ganzen Graphen näher: τ ist {longTau}.',

  ownTitle: 'Das Programm der Hauptseite, zerschnitten',
  own1: 'So würde unser Trainingsprogramm das Programm zerschneiden, das auf der Hauptseite geöffnet ist. Ändern Sie die Zahl der Knoten in einem Segment.',
  own2: 'Je kleiner die Segmente, desto mehr Pfeile führen von einem zum anderen, und desto mehr nimmt jedes mit, verglichen mit seinen eigenen Knoten.',
  ownNone: 'Es ist kein Programm geöffnet. Öffnen Sie eines auf der Hauptseite, oder wählen Sie ein Beispiel.',
  ownArrays:
    'Die Datei dieses Programms enthält Arrays, aber kein HLO. Öffnen Sie ein Programm mit HLO, oder wählen Sie ein Beispiel.',
  ownWait: 'Das Programm der Hauptseite wird gelesen…',
  trainedSegments: 'davon trainiert (Layouts ändern Zustände darin)',
  cutOf: '{cut} von {of} ({percent} %)',
  ownCaption: 'Knoten eines Segments + mitgenommene Knoten: {shown} von {of} Segmenten',
  segmentName: 'Segment {segment}',
  ownKey: 'Der graue Teil eines Balkens ist mitgenommen.',
  ownFaint:
    'Blasse Balken sind Segmente, an denen nicht trainiert wird: Kein Zustand darin hängt von der Konfiguration ab.',
};
