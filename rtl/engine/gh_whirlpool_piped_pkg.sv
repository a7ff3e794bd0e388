// SPDX-License-Identifier: Apache-2.0
//
// The bits of an S-box that MixRows of Whirlpool (ISO/IEC 10118-3:2004) takes. A substituted byte
// is multiplied by 1, 2, 4, 5, 8 and 9, the entries of the circulant matrix. Many bits of these
// products are alike: of 48 there are 30, each the exclusive-or of the bits of the substituted byte
// that a mask selects.

`default_nettype none

package gh_whirlpool_piped_pkg;

  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;

  localparam int unsigned Forms = 30;
  typedef logic [Forms-1:0] forms_t;

  // Place of bit b of the product by c among the forms: element [c][b].
  typedef logic [15:0][7:0][4:0] places_t;
  typedef struct packed {
    logic [31:0] count;
    places_t     places;
  } list_t;

  function automatic logic multiplies(nibble_t c);
    logic found;
    found = 1'b0;
    for (int unsigned m = 0; m < 8; m++) found |= Circulant[m] == c;
    return found;
  endfunction

  function automatic byte_t mask(nibble_t c, logic [2:0] b);
    byte_t bits, power;
    for (int unsigned i = 0; i < 8; i++) begin
      power   = product(8'(1 << i), c);
      bits[i] = power[b];
    end
    return bits;
  endfunction

  function automatic list_t list();
    list_t result;
    byte_t [47:0] masks;
    logic known;
    result = '0;
    masks  = '0;
    for (int unsigned c = 1; c < 16; c++) begin
      if (multiplies(4'(c))) begin
        for (int unsigned b = 0; b < 8; b++) begin
          known = 1'b0;
          for (int unsigned i = 0; i < 48; i++) begin
            if (i < result.count && masks[i] == mask(4'(c), 3'(b))) begin
              known = 1'b1;
              result.places[c][b] = 5'(i);
            end
          end
          if (!known) begin
            masks[result.count[5:0]] = mask(4'(c), 3'(b));
            result.places[c][b] = result.count[4:0];
            result.count = result.count + 1;
          end
        end
      end
    end
    return result;
  endfunction
  localparam list_t List = list();

  // All forms of a substituted byte.
  function automatic forms_t forms(byte_t substituted);
    forms_t result;
    byte_t  multiple;
    result = '0;
    for (int unsigned c = 1; c < 16; c++) begin
      if (multiplies(4'(c))) begin
        multiple = product(substituted, 4'(c));
        for (int unsigned b = 0; b < 8; b++) result[List.places[c][b]] = multiple[b];
      end
    end
    return result;
  endfunction

  typedef forms_t [255:0] form_table_t;
  function automatic form_table_t form_table();
    form_table_t result;
    for (int unsigned u = 0; u < 256; u++) result[u] = forms(substitute(8'(u)));
    return result;
  endfunction

endpackage

`default_nettype wire
