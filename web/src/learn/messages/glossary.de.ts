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
  loop: 'Code, der die Elemente eines Arrays eines nach dem anderen durchgeht. Eine while-Instruktion heißt hier while-Schleife.',
  configuration:
    'Eine Wahl der Layouts eines Programms. Sie ändert, wie schnell das Programm läuft, nicht was es berechnet.',
  score: 'Die Zahl, die ein Modell einer Konfiguration gibt. Kleiner heißt schneller; eine Zeit ist sie nicht.',
  tau: 'Rangkorrelation: die Paare in richtiger Reihenfolge minus die in falscher, als Anteil an allen Paaren.',
  'squared error': 'Der Mittelwert der quadrierten Unterschiede von Vorhersage und Wahrheit.',
  loss: 'Eine Zahl, die sagt, wie falsch ein Modell liegt. Training macht sie kleiner.',
  gradient: 'Wie stark der Verlust wächst, wenn eine Zahl ein wenig wächst. Training bewegt jede Zahl dagegen.',
  'held out':
    'Nicht zum Training benutzt, damit das Ergebnis zeigt, was das Modell bei Programmen kann, die es nie gesehen hat.',
  layout:
    'Die Reihenfolge, in der die Dimensionen eines Arrays gespeichert sind, von der schnellsten zur langsamsten: Bei {1,0} wechselt Dimension 1 (die Spalten) am schnellsten.',
  stride: 'Der Abstand im Speicher zwischen zwei benachbarten Elementen entlang einer Dimension.',
  'cache line': 'Der Block des Speichers, 64 Byte, den ein Prozessor auf einmal lädt.',
  copy: 'Eine Instruktion, die ein Array in einem anderen Layout noch einmal speichert.',
  'while loop': 'Eine while-Instruktion: Solange ihre Bedingung wahr ist, führt sie ihren Rumpf aus.',
  'trip count': 'Wie oft der Rumpf einer while-Schleife läuft.',
  user: 'Eine Instruktion, die das Ergebnis einer anderen liest. Ein Ergebnis kann mehrere Nutzer haben.',
  cache: 'Ein kleiner, schneller Speicher im Prozessor. Er hält die Cache-Zeilen, die zuletzt benutzt wurden.',
  elementwise: 'Jede Zahl des Ergebnisses hängt nur von den Zahlen an derselben Stelle der Operanden ab.',
  transpose: 'Dieselbe Matrix mit vertauschten Zeilen und Spalten.',
  margin: 'Der Abstand, den die Werte zweier Konfigurationen mindestens haben sollen.',
  noise: 'Zufällige Unterschiede zwischen Messungen desselben.',
  weight: 'Eine Zahl im Netz, die das Training ändert.',
  feature: 'Eine Zahl, die eine Konfiguration beschreibt. Aus den Merkmalen berechnet das Netz den Wert.',
};
