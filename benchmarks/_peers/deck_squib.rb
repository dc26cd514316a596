# The deck as a script for Squib 0.19 (lengths in mm): cards.csv beside it gives deck.pdf.
require 'squib'

data = Squib.csv(file: "cards.csv")
Squib::Deck.new(cards: data['name'].size, width: '63.5mm', height: '88.9mm', dpi: 300) do
  background color: '#f4ecd8'
  rect x: 0, y: '5mm', width: '63.5mm', height: '12mm', fill_color: '#3a5a78', stroke_width: 0
  text str: data['name'], x: 0, y: '8mm', width: '63.5mm', align: :center, color: '#ffffff', font: 'Sans 13'
  text str: data['text'], x: '5mm', y: '23mm', width: '53.5mm', height: '40mm', font: 'Sans 10'
  circle x: '52.5mm', y: '77.9mm', radius: '6mm', fill_color: '#b5442e', stroke_width: 0
  text str: data['cost'], x: '46.5mm', y: '74.6mm', width: '12mm', align: :center, color: '#ffffff', font: 'Sans 14'
  save_pdf file: "deck.pdf", dir: ".", width: '210mm', height: '297mm',
           margin: '9mm', crop_marks: true
end
