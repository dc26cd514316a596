from PIL import Image

from generator.outputs.preview import GAP_PX, contact_sheet


def test_a_contact_sheet_holds_every_picture():
    images = [Image.new("RGB", (700, 100), colour) for colour in ("red", "green", "blue")]
    sheet = contact_sheet(images)
    assert sheet.height == 2 * 100 + 3 * GAP_PX
    assert sheet.getpixel((GAP_PX, GAP_PX)) == (255, 0, 0)
    assert sheet.getpixel((GAP_PX, 100 + 2 * GAP_PX)) == (0, 0, 255)
