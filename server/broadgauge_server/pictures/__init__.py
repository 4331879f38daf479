"""Pictures of the table as SVG: the map, the market, a company's charter, a tile. Pure, and free of transport."""
