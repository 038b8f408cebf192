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
};
