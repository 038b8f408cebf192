import type { en } from './glossary.en';

export const de: Record<keyof typeof en, string> = {
  HLO: 'High Level Operations: die Sprache, in der der Compiler XLA Programme aus Arrays schreibt. JAX und TensorFlow erzeugen sie.',
  instruction: 'Eine Zeile eines HLO-Programms: Sie berechnet ein Array aus anderen Arrays.',
  operand: 'Ein Array, das eine Instruktion liest: das Ergebnis einer anderen Instruktion.',
  opcode: 'Die Art der Operation einer Instruktion: add, dot, reduce, …',
  shape: 'Typ und Größen eines Arrays: f32[64,32] enthält 64 × 32 Zahlen zu 32 Bit.',
  parameter: 'Eine Eingabe einer Berechnung.',
  root: 'Die Instruktion, deren Ergebnis die Berechnung zurückgibt.',
  computation: 'Eine Liste von Instruktionen mit Parametern und einem Ergebnis, wie eine Funktion. ENTRY läuft zuerst.',
  dot: 'Ein Produkt zweier Arrays, das über je eine Dimension summiert, zum Beispiel ein Matrixprodukt.',
  fusion: 'Mehrere Instruktionen, die als eine Schleife laufen, sodass Arrays zwischen ihnen nie gespeichert werden.',
  loop: 'Eine while-Instruktion: Sie führt ihren Rumpf aus, solange ihre Bedingung wahr ist.',
  configuration:
    'Eine Wahl der Layouts eines Programms. Sie ändert, wie schnell das Programm läuft, nicht was es berechnet.',
  score: 'Die Zahl, die ein Modell einer Konfiguration gibt. Kleiner heißt schneller; eine Zeit ist sie nicht.',
  tau: 'Rangkorrelation: die Paare in richtiger Reihenfolge minus die in falscher, als Anteil an allen Paaren.',
  'squared error': 'Der Mittelwert der quadrierten Unterschiede von Vorhersage und Wahrheit.',
  loss: 'Eine Zahl, die sagt, wie falsch ein Modell liegt. Training macht sie kleiner.',
  gradient: 'Wie stark der Verlust wächst, wenn eine Zahl ein wenig wächst. Training bewegt jede Zahl dagegen.',
  'held out':
    'Nicht zum Training benutzt, damit das Ergebnis zeigt, was das Modell bei Programmen kann, die es nie gesehen hat.',
  'compiler default': 'Die Layouts, die der Compiler wählt, wenn niemand ihm welche vorgibt.',
  slowdown: 'Wie viel länger eine Konfiguration braucht als die beste, in Prozent der Zeit der besten.',
};
